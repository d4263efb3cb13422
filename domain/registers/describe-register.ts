import type { CatalogueRegister } from "./catalogue/catalogue-register.ts";
import {
  type CatalogueEquipment,
  type CatalogueSite,
  completeFromCatalogue,
} from "./catalogue/find-in-catalogue.ts";
import { intersectLimits, type Limits } from "./limits.ts";
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

/** Completes the description of a register by its logger from the catalogue. */
export function describeRegister(
  equipment: CatalogueEquipment,
  register: Register,
  site?: CatalogueSite,
): DescribedRegister {
  return complete(equipment, register, completeFromCatalogue(equipment, register, site));
}

function complete(
  equipment: CatalogueEquipment,
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

/** Meaning of a register, which the catalogue decides where it knows it. */
type Meaning = Required<
  Pick<
    Register,
    | "section"
    | "tab"
    | "group"
    | "order"
    | "danger"
    | "whenOff"
    | "stored"
    | "writes"
    | "oneShot"
    | "secret"
    | "divisor"
  >
>;

/** A register with everything that its change depends on. */
export type DescribedSetting = DescribedRegister &
  Meaning & {
    limits: Limits;
    recommended: readonly [min: number, max: number] | undefined;
    format: CatalogueRegister["format"];
    /** Register of the same equipment, and its values for which this one has an effect. */
    relevant: CatalogueRegister["relevant"];
    /** Whether the catalogue has an entry for it. */
    isKnown: boolean;
  };

/**
 * Describes a register as a setting: the meaning is the catalogue's where it has one, else the logger's, and the limits
 * of both apply.
 */
export function describeSetting(
  equipment: CatalogueEquipment,
  register: Register,
  site?: CatalogueSite,
): DescribedSetting {
  const known = completeFromCatalogue(equipment, register, site);
  return {
    ...complete(equipment, register, known),
    section: known?.section ?? register.section,
    tab: known?.tab ?? register.tab,
    group: known?.group ?? register.group,
    order: known?.order ?? register.order,
    danger: known?.danger ?? register.danger,
    whenOff: known?.whenOff ?? register.whenOff,
    stored: known?.stored ?? register.stored,
    writes: known?.writes ?? register.writes,
    oneShot: known?.oneShot ?? register.oneShot,
    secret: known?.secret ?? register.secret,
    divisor: known?.divisor ?? register.divisor,
    limits: intersectLimits(register, known),
    recommended: known?.recommended ?? register.recommended,
    format: known?.format,
    relevant: known?.relevant,
    isKnown: known !== undefined,
  };
}

/**
 * Finds the voltage of the line on which a frequency is measured: the register whose name has "voltage" instead of
 * "frequency", with an appended "U" if there are several phases, whatever its spaces and case. Returns null if there
 * is none.
 * @param siblings registers of the same equipment
 */
export function voltageBeside(
  frequency: DescribedRegister,
  siblings: readonly DescribedRegister[],
): DescribedRegister | null {
  return voltagesBeside(frequency, siblings)[0] ?? null;
}

/** Finds the voltages of all phases of the line on which a frequency is measured, as `voltageBeside` does. */
export function voltagesBeside(
  frequency: DescribedRegister,
  siblings: readonly DescribedRegister[],
): DescribedRegister[] {
  if (frequency.unit !== "Hz" || frequency.name === null) return [];
  const own = normalizeName(frequency.name);
  if (!own.includes("frequency")) return [];
  const wanted = own.replace("frequency", "voltage");
  const found = ["", "u", "v", "w"].map((phase) =>
    siblings.find(({ name }) => name !== null && normalizeName(name) === wanted + phase),
  );
  return found.filter((voltage) => voltage !== undefined);
}

/** Returns a name without spaces in lower case, because loggers write "AC input voltage U" or "acInputVoltageU". */
function normalizeName(name: string): string {
  return name.replace(/\s/g, "").toLowerCase();
}
