import type { DeviceFamily } from "#domain/devices/device-families.ts";
import type { RegisterKind } from "../register.ts";
import type { Danger, Section, Tab } from "../sections.ts";

/** Site and equipment to which an entry applies. Each given field has to match; what is not known does not match. */
export type CatalogueCondition = {
  families?: readonly DeviceFamily[];
  /** System types, of which the first five characters decide. */
  systemTypes?: readonly string[];
  systemCodes?: readonly number[];
  /** Beginnings of the equipment's model name, in any case, with or without spaces and hyphens. */
  models?: readonly string[];
  /** Oldest version of the communication module. */
  communication?: string;
  /** Oldest firmware of the equipment's charger. */
  charger?: string;
};

/** Limits of a register by the catalogue, in its unit. */
export type CatalogueLimits = {
  min?: number;
  max?: number;
  step?: number;
  precision?: number;
  options?: Readonly<Record<string, string>>;
  /** Recommended range within `min` and `max`. */
  recommended?: readonly [min: number, max: number];
};

/** The portal's description of a register, which completes the description by its logger. */
export type CatalogueRegister = CatalogueLimits & {
  /** Key of its name in the `registers` namespace of the locales. */
  name: string;
  kind: RegisterKind;
  unit?: string;
  access: "r" | "w" | "rw";
  section?: Section;
  tab?: Tab;
  /** Name of a group of registers that are only meaningful together. */
  group?: string;
  /** Place within its section, and order of the writes of one change. */
  order?: number;
  danger?: Danger;
  whenOff?: boolean;
  /** False for a volatile register, whose writes cause no wear. */
  stored?: boolean;
  writes?: number;
  oneShot?: boolean;
  secret?: boolean;
  /** Number by which the value is divided for display. */
  divisor?: number;
  /** How the number is shown: as a time of day (minutes after midnight) or as days of the week (bit 0 is Monday). */
  format?: "time" | "week";
  /** Where the entry applies; absent is everywhere. */
  condition?: CatalogueCondition;
  /** Limits that apply instead where their condition is met; the first match decides. */
  variants?: readonly (CatalogueLimits & { condition: CatalogueCondition })[];
  /** Register of the same equipment, and its values for which this one has an effect. */
  relevant?: { register: string; values: readonly number[] };
};

/** Entries of one equipment type by register number. */
export type CatalogueRegisters = Readonly<Record<string, CatalogueRegister>>;
