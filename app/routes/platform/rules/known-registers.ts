import { SITE_REGISTERS } from "#domain/registers/catalogue/site.ts";

/** A value of a site as a whole that a rule can monitor. */
type KnownRegister = { name: string; unit: string; min?: number; max?: number };

/** Values that are suggested: those that every logger may report by a name of the catalogue. */
export const KNOWN_REGISTERS: readonly KnownRegister[] = Object.values(SITE_REGISTERS)
  .filter(({ kind }) => kind !== "text")
  .map(({ name, unit = "", min, max }) => ({
    name,
    unit,
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  }));
