import type { Section, Tab } from "../sections.ts";
import type { CatalogueRegister, CatalogueRegisters } from "./catalogue-register.ts";

/** Properties of an entry besides its name and range. */
type More = Partial<Omit<CatalogueRegister, "name" | "kind" | "unit" | "min" | "max" | "step">>;

export const OFF_ON = { 0: "off", 1: "on" } as const;

/** A number within a range. */
export function range(
  name: string,
  unit: string,
  min: number,
  max: number,
  step: number,
  more: More = {},
): CatalogueRegister {
  const precision = (String(step).split(".")[1] ?? "").length;
  const unitPart = unit === "" ? {} : { unit };
  return { name, kind: "setting", access: "rw", ...unitPart, min, max, step, precision, ...more };
}

/** One of several options. */
export function choice(
  name: string,
  options: Readonly<Record<string, string>>,
  more: More = {},
): CatalogueRegister {
  return { name, kind: "setting", access: "rw", precision: 0, options, ...more };
}

/** Off or on. */
export function toggle(name: string, more: More = {}): CatalogueRegister {
  return choice(name, OFF_ON, more);
}

/** A command without a state: writing 1 executes it. It has nothing to restore and causes no wear. */
export function action(name: string, more: More = {}): CatalogueRegister {
  return choice(name, { 1: "run" }, { access: "w", oneShot: true, stored: false, ...more });
}

/** A text of the installer. */
export function textSetting(name: string, more: More = {}): CatalogueRegister {
  return { name, kind: "text", access: "rw", ...more };
}

/** A time of day in minutes after midnight, site time; 1440 is the end of the day. */
export function timeOfDay(name: string, max: 1_439 | 1_440, more: More = {}): CatalogueRegister {
  return range(name, "min", 0, max, 1, { format: "time", ...more });
}

/** A timer; the specification limits several of them to 10 to 3600 s. */
export function timer(name: string, more: More = {}): CatalogueRegister {
  return range(name, "s", 10, 3_600, 1, more);
}

/** A power that is shown in kW and sent in W. */
export function power(
  name: string,
  min: number,
  max: number,
  step: number,
  more: More = {},
): CatalogueRegister {
  return range(name, "W", min, max, step, { divisor: 1_000, ...more });
}

/** A state of charge, %. */
export function soc(name: string, min: number, max: number, more: More = {}): CatalogueRegister {
  return range(name, "%", min, max, 1, more);
}

/** Places entries into a tab of a section, in the order of their numbers, in which they are also written. */
export function inSection(
  section: Section,
  tab: Tab,
  entries: CatalogueRegisters,
): CatalogueRegisters {
  return Object.fromEntries(
    Object.entries(entries).map(([register, entry]) => [
      register,
      { section, tab, order: Number.parseInt(register, 16), ...entry },
    ]),
  );
}

/**
 * Repeats entries with a number in their names, such as the rows of a table.
 * @param first register number of the first entry of the first row
 * @param stride registers from one row to the next
 * @param row entries of a row, on consecutive registers
 */
export function repeat(
  first: number,
  stride: number,
  count: number,
  row: readonly ((n: number) => CatalogueRegister)[],
): CatalogueRegisters {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) =>
      row.map((entry, place) => [
        (first + index * stride + place).toString(16).toUpperCase().padStart(4, "0"),
        entry(index + 1),
      ]),
    ).flat(),
  );
}
