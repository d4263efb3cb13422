import { SITE_EQUIPMENT } from "./address-parts.ts";
import type { CatalogueRegister } from "./catalogue/catalogue-register.ts";
import { isSameRegister } from "./catalogue/is-same-register.ts";
import { SITE_REGISTERS } from "./catalogue/site.ts";
import type { Equipment } from "./equipment.ts";
import type { Register } from "./register.ts";

/** Description of a register by its logger, completed and named by the catalogue. */
export type DescribedRegister = Pick<Register, "kind" | "access"> & {
  /** Full address of ten characters. */
  address: string;
  register: string;
  /** Key in the `registers` namespace of the locales, or the name from the logger; null without a name. */
  name: string | null;
  unit: string;
  precision: number | undefined;
  /** Texts of the values that the register may have; `describeSetting` has those that may be written. */
  options: Readonly<Record<string, string>> | undefined;
};

/**
 * Completes the description of a register by its logger, if it belongs to the site as a whole. `describeSetting` uses
 * the whole catalogue, which is too large for pages that only display values.
 */
export function describeRegister(
  equipment: Pick<Equipment, "address">,
  register: Register,
): DescribedRegister {
  const known =
    equipment.address === SITE_EQUIPMENT ? SITE_REGISTERS[register.register] : undefined;
  return completeDescription(
    equipment,
    register,
    known !== undefined && isSameRegister(known, register) ? known : undefined,
  );
}

/** Completes the description of a register by its logger from an entry of the catalogue. */
export function completeDescription(
  equipment: Pick<Equipment, "address">,
  register: Register,
  known: CatalogueRegister | undefined,
): DescribedRegister {
  return {
    address: equipment.address + register.register,
    register: register.register,
    kind: register.kind,
    access: register.access,
    name: known?.name ?? register.name ?? null,
    unit: register.unit ?? known?.unit ?? "",
    precision: register.precision ?? known?.precision,
    options: register.options ?? known?.options,
  };
}
