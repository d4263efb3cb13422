import { useMemo } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive } from "#app/live/live-context.ts";
import { useEquipmentName } from "#app/routes/site/use-equipment-name.ts";
import { equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { describeRegister } from "#domain/registers/describe-register.ts";
import type { ViewedEquipment } from "#protocol/viewer/messages.ts";
import { useRegisterName } from "../use-register-name.ts";
import type { TreePiece } from "./search-tree.ts";

export type ShownPiece = TreePiece & {
  piece: ViewedEquipment;
  /** Type of the equipment, beside its own name. */
  subtitle: string;
};

/** Equipment of the site for display: the site as a whole first, then in the logger's order. */
export function useTree(): ShownPiece[] | null {
  const { i18n } = useTranslation();
  const equipment = useLive((site) => site.view?.equipment ?? null);
  const equipmentName = useEquipmentName();
  const registerName = useRegisterName();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names change with the language alone
  return useMemo(() => {
    if (equipment === null) return null;
    const site = equipment.filter((piece) => piece.address === SITE_EQUIPMENT);
    const others = equipment.filter((piece) => piece.address !== SITE_EQUIPMENT);
    return [...site, ...others].map((piece) => {
      const title = equipmentName(piece.alias || piece.model || "", piece.address);
      const known = equipmentTypeOf(piece.address.slice(0, 4)) !== "other";
      const type = known ? equipmentName("", piece.address) : "";
      const subtitle = [type, piece.model].filter((text) => text && text !== title).join(" · ");
      const registers = piece.registers.map((register) => {
        const described = describeRegister(piece, register);
        return { ...described, title: registerName(described) };
      });
      return { piece, address: piece.address, title, subtitle, registers };
    });
  }, [equipment, i18n.language]);
}
