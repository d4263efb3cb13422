import { type EquipmentTypeName, equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import { useTranslation } from "../../i18n/use-translation.ts";

/** The type's name where a piece of equipment has none of its own: the server then sends the type's key. */
export function useEquipmentName(): (name: string, address: string) => string {
  const { t, i18n } = useTranslation("equipment");
  return (name, address) => {
    const type = equipmentTypeOf(address.slice(0, 4));
    const own = name.trim();
    if (own !== "" && !i18n.exists(`type.${own}`, { ns: "equipment" })) return own;
    return t(`type.${(own === "" ? type : own) as EquipmentTypeName}`, { address });
  };
}
