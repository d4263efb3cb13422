import type { CatalogueRegister } from "./catalogue/catalogue-register.ts";
import {
  type CatalogueEquipment,
  type CatalogueSite,
  completeFromCatalogue,
} from "./catalogue/find-in-catalogue.ts";
import { completeDescription, type DescribedRegister } from "./describe-register.ts";
import { intersectLimits, type Limits } from "./limits.ts";
import type { Register } from "./register.ts";

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
    ...completeDescription(equipment, register, known),
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
