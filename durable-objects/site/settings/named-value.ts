import type { CatalogueSite } from "#domain/registers/catalogue/find-in-catalogue.ts";
import { describeSetting } from "#domain/registers/describe-setting.ts";
import type { SiteState } from "../site-state.ts";
import type { SettingRegisters } from "./setting-registers.ts";

type Sources = {
  site: Pick<SiteState, "equipment" | "values">;
  registers: SettingRegisters;
  catalogueSite: () => CatalogueSite;
};

/** Returns the number of a setting of a piece of equipment by its name in the catalogue; undefined if it is unknown. */
export function namedValue(
  { site, registers, catalogueSite }: Sources,
  equipmentAddress: string,
  name: string,
): number | undefined {
  const piece = site.equipment.find(({ address }) => address === equipmentAddress);
  const register = piece?.registers.find(
    (one) => describeSetting(piece, one, catalogueSite()).name === name,
  );
  if (register === undefined) return undefined;
  const address = equipmentAddress + register.register;
  const value = registers.valueOf(address) ?? site.values.get(address)?.v;
  return typeof value === "number" ? value : undefined;
}
