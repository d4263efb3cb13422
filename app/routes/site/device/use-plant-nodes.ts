import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SignalName } from "#app/theme/palette.ts";
import { toneOfEquipment } from "#app/ui/equipment-tone.ts";
import type { IconName } from "#app/ui/icons/icon-paths-data.ts";
import { equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import { GRID_NODE, LOAD_NODE } from "#domain/devices/plant-map.ts";
import { EQUIPMENT_ICONS } from "../equipment-icons.ts";
import type { Device, ExtraDevice } from "./device-data.ts";
import { useDeviceStatus, useDeviceText } from "./use-devices.ts";

/** Texts of a node of the picture. */
export type PlantNodeText = {
  name: string;
  /** Its status, or its kind. */
  detail: string;
  icon: IconName;
  tone: SignalName;
  /** Whether no logger reports it. */
  isExtra: boolean;
  /** Whether the page lists it. */
  hasRow: boolean;
};

/** Returns the texts of a node by its key. */
export function usePlantNodes(
  devices: readonly Device[],
  extra: readonly ExtraDevice[],
): (key: string) => PlantNodeText {
  const { t } = useTranslation(["devices", "equipment"]);
  const { extraNameOf, kindOf, nameOf } = useDeviceText();
  const statusOf = useDeviceStatus();
  const outside = { tone: "quiet", isExtra: false, hasRow: false } as const;
  return (key) => {
    if (key === GRID_NODE)
      return { ...outside, name: t("node.grid"), detail: t("node.gridDetail"), icon: "grid" };
    if (key === LOAD_NODE)
      return { ...outside, name: t("node.load"), detail: t("node.loadDetail"), icon: "load" };
    const device = devices.find(({ address }) => address === key);
    if (device !== undefined) {
      const status = statusOf(device);
      return {
        name: nameOf(device),
        detail: status === null ? kindOf(device.typeCode) : t(`equipment:status.${status}`),
        icon: EQUIPMENT_ICONS[device.type],
        tone: status === null ? "quiet" : toneOfEquipment(status),
        isExtra: false,
        hasRow: true,
      };
    }
    const found = extra.find(({ id }) => `extra:${id}` === key);
    return {
      name: found === undefined ? key : extraNameOf(found),
      detail: t("extra.notReported"),
      icon: EQUIPMENT_ICONS[equipmentTypeOf(found?.typeCode ?? "")],
      tone: "quiet",
      isExtra: true,
      hasRow: true,
    };
  };
}
