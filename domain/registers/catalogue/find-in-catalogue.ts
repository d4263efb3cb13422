import { deviceFamilyOf } from "#domain/devices/device-families.ts";
import type { Equipment } from "../equipment.ts";
import type { Register } from "../register.ts";
import { CATALOGUE } from "./catalogue.ts";
import type { CatalogueCondition, CatalogueRegister } from "./catalogue-register.ts";
import { compareVersions } from "./compare-versions.ts";
import { isSameRegister } from "./is-same-register.ts";

/** Properties of a site that conditions of the catalogue name; an absent one is not known. */
export type CatalogueSite = {
  systemType?: string | null | undefined;
  systemCode?: number | null | undefined;
  versions?: Readonly<Record<string, string>> | undefined;
};

/** A piece of equipment as far as conditions need it. */
export type CatalogueEquipment = Pick<Equipment, "address"> &
  Partial<Pick<Equipment, "typeCode" | "model" | "versions">>;

/**
 * Finds the catalogue's entry of a register, with the limits of the variant that applies.
 * @param site where the equipment is; conditions on unknown properties are not met
 * @returns undefined if the catalogue has none that applies
 */
export function findInCatalogue(
  equipment: CatalogueEquipment,
  register: string,
  site: CatalogueSite = {},
): CatalogueRegister | undefined {
  const entry = CATALOGUE.get(equipment.typeCode ?? equipment.address.slice(0, 4))?.get(register);
  if (entry === undefined || !isMet(entry.condition, equipment, site)) return undefined;
  const variant = entry.variants?.find(({ condition }) => isMet(condition, equipment, site));
  if (variant === undefined) return entry;
  const { condition: _, ...limits } = variant;
  return { ...entry, ...limits };
}

/** Finds the entry that completes a described register; undefined if the catalogue has none for it. */
export function completeFromCatalogue(
  equipment: CatalogueEquipment,
  register: Pick<Register, "register" | "kind" | "unit">,
  site: CatalogueSite = {},
): CatalogueRegister | undefined {
  const entry = findInCatalogue(equipment, register.register, site);
  return entry !== undefined && isSameRegister(entry, register) ? entry : undefined;
}

function isMet(
  condition: CatalogueCondition | undefined,
  equipment: CatalogueEquipment,
  { systemType, systemCode, versions }: CatalogueSite,
): boolean {
  if (condition === undefined) return true;
  const { families, systemTypes, systemCodes, models, communication, charger } = condition;
  const type = systemType ?? "";
  const model = compactName(equipment.model ?? "");
  const isAmong = <Item>(list: readonly Item[] | undefined, item: Item | null | undefined) =>
    list === undefined || (item !== null && item !== undefined && list.includes(item));
  return (
    isAmong(families, deviceFamilyOf(type)) &&
    isAmong(systemTypes, type.slice(0, 5).toUpperCase()) &&
    isAmong(systemCodes, systemCode) &&
    (models?.some((beginning) => model.startsWith(compactName(beginning))) ?? true) &&
    isSince(communication, versions?.communication) &&
    isSince(charger, chargerVersion(equipment))
  );
}

/** Returns a name without case, spaces and hyphens, in which the spellings of a model differ: "Qoma 33H", "QOMA-33H". */
function compactName(name: string): string {
  return name.toLowerCase().replace(/[\s-]+/g, "");
}

/** Returns the version of the charger's firmware: equipment that has only one firmware calls it software. */
function chargerVersion({ versions }: CatalogueEquipment): string | undefined {
  return versions?.charger ?? versions?.mppt ?? versions?.software;
}

function isSince(oldest: string | undefined, version: string | undefined): boolean {
  if (oldest === undefined) return true;
  return version !== undefined && compareVersions(version, oldest) >= 0;
}
