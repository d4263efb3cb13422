import { BATTERY_TYPE } from "./battery-types.ts";

/** A range of a value, inclusive. */
export type Range = { min: number; max: number };

/** Charge settings of a battery type. Voltages are those of a 12 V block; rates are multiples of the capacity, 1/h. */
export type ChargeSettings = {
  absorption: Range & { preset: number };
  float: Range & { preset: number };
  rate: Range & { preset: number };
};

const ABSORPTION: Range = { min: 13.5, max: 14.5 };
/** Flooded and traction batteries. */
const HIGH_ABSORPTION: Range = { min: 14, max: 15.5 };
const CUSTOM_ABSORPTION: Range = { min: 12, max: 14.6 };
const FLOAT: Range = { min: 13, max: 14 };
/** The specification has no minimum of the charge rate: the least that still charges. */
const MIN_RATE = 0.01;

const row = (
  range: Range,
  absorption: number,
  float: number,
  rate: number,
  maxRate: number,
): ChargeSettings => ({
  absorption: { ...range, preset: absorption },
  float: { ...FLOAT, preset: float },
  rate: { min: MIN_RATE, max: maxRate, preset: rate },
});

/** Charge settings by type (specification, section 9). */
const CHARGE_SETTINGS: ReadonlyMap<number, ChargeSettings> = new Map([
  [BATTERY_TYPE.gel, row(ABSORPTION, 14.1, 13.7, 0.15, 0.25)],
  [BATTERY_TYPE.agm, row(ABSORPTION, 14.4, 13.5, 0.15, 0.25)],
  [BATTERY_TYPE.leadCarbon, row(ABSORPTION, 14.1, 13.5, 0.2, 0.5)],
  [BATTERY_TYPE.flooded, row(HIGH_ABSORPTION, 14.7, 13.5, 0.15, 0.25)],
  [BATTERY_TYPE.traction, row(HIGH_ABSORPTION, 15.2, 13.5, 0.15, 0.25)],
  [BATTERY_TYPE.customized, row(CUSTOM_ABSORPTION, 14.2, 14, 0.3, 1)],
]);

/**
 * Returns the charge settings of a battery type for a 12 V block.
 * @returns null for a pack with a BMS, which limits the charge itself, and for no battery
 */
export function chargeSettingsOf(batteryType: number): ChargeSettings | null {
  return CHARGE_SETTINGS.get(batteryType) ?? null;
}

/** Difference of two voltages or rates that is an error of the arithmetic alone. */
const TOLERANCE = 1e-6;

/** Nominal voltages of a block, V: lead, and four cells of lithium iron phosphate. */
const BLOCK_VOLTAGES = [12, 12.8];

/** Returns the number of 12 V blocks of a battery: 4 for 48 V and for 51.2 V; null if it is not a whole number. */
export function blocksOf(nominalVoltage: number): number | null {
  const numbers = BLOCK_VOLTAGES.map((voltage) => nominalVoltage / voltage);
  const whole = numbers.find((blocks) => Math.abs(blocks - Math.round(blocks)) < TOLERANCE);
  return whole === undefined || Math.round(whole) < 1 ? null : Math.round(whole);
}

/** Nominal voltages of systems with a charge table, V; 36 V cannot be distinguished from 48 V by a measurement. */
const SYSTEM_VOLTAGES = [12, 24, 48];
/** Voltages of a block between empty and equalised, V. */
const MEASURED_BLOCK: Range = { min: 10.5, max: 15.6 };

/** Returns the nominal voltage of a battery from a measured one, V; undefined if it fits no usual system. */
export function nominalVoltageOf(measured: number): number | undefined {
  return SYSTEM_VOLTAGES.find((nominal) => {
    const block = measured / (nominal / 12);
    return block >= MEASURED_BLOCK.min && block <= MEASURED_BLOCK.max;
  });
}

/** Returns a voltage of a whole battery in V, to one decimal as devices have it. */
export function scaleVoltage(blockVoltage: number, blocks: number): number {
  return Math.round(blockVoltage * blocks * 10) / 10;
}

/** Charge settings of a device. Voltages are those of the whole battery. */
export type ChargeValues = {
  batteryType: number;
  /** 12 V blocks of the battery; null if they are unknown, so that voltages are not compared with the table. */
  blocks: number | null;
  absorption?: number | undefined;
  float?: number | undefined;
  rate?: number | undefined;
};

/** A charge setting that breaks the table: its limit, or an absorption voltage below the float voltage. */
export type ChargeBreach =
  | { setting: "absorption" | "float" | "rate"; limit: "min" | "max"; value: number }
  | { setting: "absorption"; limit: "float"; value: number };

/** Compares charge settings with the table of their battery type and with each other. */
export function findChargeBreaches(values: ChargeValues): ChargeBreach[] {
  const { batteryType, blocks, absorption, float, rate } = values;
  const breaches: ChargeBreach[] = [];
  const table = chargeSettingsOf(batteryType);
  const compare = (
    setting: "absorption" | "float" | "rate",
    value: number | undefined,
    { min, max }: Range,
  ) => {
    if (value === undefined) return;
    if (value < min - TOLERANCE) breaches.push({ setting, limit: "min", value: min });
    if (value > max + TOLERANCE) breaches.push({ setting, limit: "max", value: max });
  };
  if (table !== null) {
    if (blocks !== null) {
      compare("absorption", absorption, scaleRange(table.absorption, blocks));
      compare("float", float, scaleRange(table.float, blocks));
    }
    compare("rate", rate, table.rate);
  }
  if (absorption !== undefined && float !== undefined && absorption < float - TOLERANCE)
    breaches.push({ setting: "absorption", limit: "float", value: float });
  return breaches;
}

function scaleRange({ min, max }: Range, blocks: number): Range {
  return { min: scaleVoltage(min, blocks), max: scaleVoltage(max, blocks) };
}
