import { useTranslation } from "#app/i18n/use-translation.ts";
import { type EquipmentTypeName, equipmentTypeOf } from "#domain/devices/equipment-types.ts";

/** "Rack 3": type and number. */
const ONE_OF_SEVERAL = /^(.+) (\d+)$/;

/**
 * The name of a piece of equipment; the name of its type if it has none (the server then sends the type's key) or if
 * its name only repeats its type.
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
