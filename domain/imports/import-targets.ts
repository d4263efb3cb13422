/** Energy flows that a file may contain. Their energies are at least zero. */
export const IMPORT_FLOWS = [
  "solar",
  "gridImport",
  "gridExport",
  "load",
  "batteryCharge",
  "batteryDischarge",
  "generator",
] as const;
export type ImportFlow = (typeof IMPORT_FLOWS)[number];

/**
 * Contents of a column of a file: a flow, a quantity with a sign (grid + is import, battery + is charging), the
 * state of charge, or the voltage of the battery.
 */
export const IMPORT_TARGETS = [
  ...IMPORT_FLOWS,
  "grid",
  "battery",
  "soc",
  "batteryVoltage",
] as const;
export type ImportTarget = (typeof IMPORT_TARGETS)[number];

/** Registers of the site as a whole that an import fills, without the prefix of the site. */
export const IMPORT_REGISTERS = ["0100", "0110", "0120", "0130", "0140", "0134", "0131"] as const;
export type ImportRegister = (typeof IMPORT_REGISTERS)[number];

/** The flows above and below zero of the powers with a sign. */
export const SIGNED_FLOWS = {
  grid: { above: "gridImport", below: "gridExport" },
  battery: { above: "batteryCharge", below: "batteryDischarge" },
} as const satisfies Partial<Record<ImportTarget, { above: ImportFlow; below: ImportFlow }>>;

/** The register of each flow's power, and the sign that the flow has in it. */
export const POWER_OF_FLOW: Readonly<
  Record<ImportFlow, { register: ImportRegister; sign: 1 | -1 }>
> = {
  solar: { register: "0100", sign: 1 },
  gridImport: { register: "0110", sign: 1 },
  gridExport: { register: "0110", sign: -1 },
  load: { register: "0120", sign: 1 },
  batteryCharge: { register: "0130", sign: 1 },
  batteryDischarge: { register: "0130", sign: -1 },
  generator: { register: "0140", sign: 1 },
};

/** The register of the targets that are no flow. */
export const REGISTER_OF_LEVEL: Readonly<Record<"soc" | "batteryVoltage", ImportRegister>> = {
  soc: "0134",
  batteryVoltage: "0131",
};

/** Units of columns with their factor to W, Wh, % or V. */
export const IMPORT_UNITS = {
  W: { kind: "power", factor: 1 },
  kW: { kind: "power", factor: 1e3 },
  MW: { kind: "power", factor: 1e6 },
  Wh: { kind: "energy", factor: 1 },
  kWh: { kind: "energy", factor: 1e3 },
  MWh: { kind: "energy", factor: 1e6 },
  "%": { kind: "level", factor: 1 },
  V: { kind: "level", factor: 1 },
} as const satisfies Record<string, { kind: "power" | "energy" | "level"; factor: number }>;
export type ImportUnit = keyof typeof IMPORT_UNITS;

/** Returns the units in which a target may be given. */
export function unitsOf(target: ImportTarget): readonly ImportUnit[] {
  if (target === "soc") return ["%"];
  if (target === "batteryVoltage") return ["V"];
  return ["W", "kW", "MW", "Wh", "kWh", "MWh"];
}

/** How a column is read. Columns of one target are added up, and a column may have several targets. */
export type ColumnMapping = {
  /** Index of the column in the file. */
  column: number;
  target: ImportTarget;
  unit: ImportUnit;
  /** Whether an energy is the state of a counter, which may restart at zero, instead of the energy of the interval. */
  isCounter: boolean;
  /** Whether a counter starts at zero on each local day. */
  isDaily?: true;
  /** Whether the values have the opposite sign. */
  isInverted: boolean;
};
