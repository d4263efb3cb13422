import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive } from "#app/live/live-context.ts";
import type { EquipmentStatus } from "#domain/devices/equipment-statuses.ts";
import { useEquipmentName } from "../use-equipment-name.ts";
import { type Device, type ExtraDevice, OTHER_TYPE_CODE } from "./device-data.ts";

/** Returns the name of a device, and of the kind of a type code. */
export function useDeviceText() {
  const { t } = useTranslation(["devices", "equipment"]);
  const equipmentName = useEquipmentName();
  return {
    nameOf: ({ alias, model, address }: Pick<Device, "alias" | "model" | "address">) =>
      equipmentName(alias || model || "", address),
    kindOf: (typeCode: string) =>
      typeCode === OTHER_TYPE_CODE ? t("extra.otherType") : equipmentName("", typeCode),
    /** The device type of the specification, otherwise the kind. */
    typeOf: ({ deviceType, type, address }: Pick<Device, "deviceType" | "type" | "address">) =>
      deviceType === null
        ? t(`equipment:type.${type}`, { address })
        : t(`deviceTypes.${deviceType}`),
    extraNameOf: ({ name, quantity }: Pick<ExtraDevice, "name" | "quantity">) =>
      quantity === 1 ? name : t("extra.several", { name, count: quantity }),
  };
}

/** Returns the newest status of a device: live if the page is connected, otherwise that of the page's data. */
export function useDeviceStatus(): (device: Device) => EquipmentStatus | null {
  const live = useLive((site) => site.view?.equipment ?? null);
  return (device) => {
    const { online, status } = live?.find(({ address }) => address === device.address) ?? device;
    return online ? status : "offline";
  };
}
