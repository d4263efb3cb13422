import { type EquipmentTypeName, equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import { useTranslation } from "../../i18n/use-translation.ts";

/** "Rack 3": what it is, and which of them. */
const ONE_OF_SEVERAL = /^(.+) (\d+)$/;

/**
 * A piece's own name; the type's where it has none (the server then sends the type's key), or where its name is but a
 * word for what it is.
 */
export function useEquipmentName(): (name: string, address: string) => string {
  const { t, i18n } = useTranslation("equipment");
  const typed = (name: string, address: string) =>
    i18n.exists(`type.${name}`, { ns: "equipment" })
      ? t(`type.${name as EquipmentTypeName}`, { address })
      : null;
  return (name, address) => {
    const own = name.trim();
    if (own === "") return t(`type.${equipmentTypeOf(address.slice(0, 4))}`, { address });
    const known = typed(own, address);
    if (known !== null) return known;
    const [, what = "", number = ""] = ONE_OF_SEVERAL.exec(own) ?? [];
    const numbered = typed(what, address);
    return numbered === null ? own : `${numbered} ${number}`;
  };
}
