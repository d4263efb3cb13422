import { formatNumber } from "../units/format-number.ts";

/** Default CO₂ factor: kg of CO₂ avoided for each kWh (specification, section 9). */
export const DEFAULT_REDUCE_SCALE = 0.997;
/** kg of coal saved for each kWh (specification, section 9). */
const COAL_PER_KWH = 0.404;
/** kg of CO₂ that a tree binds (specification, section 9). */
const CO2_PER_TREE = 1_800;
const WH_PER_KWH = 1_000;

/** Environmental benefit of solar energy. */
export type EnergySummary = {
  /** kg */
  co2: number;
  /** kg */
  coal: number;
  /** Equivalent number of planted trees. */
  trees: number;
};

/**
 * Returns the CO₂ and coal that solar energy has saved, and the equivalent number of trees.
 * @param energy Wh
 * @param factor CO₂ factor, kg of CO₂ for each kWh
 */
export function summarizeEnergy(energy: number, factor: number): EnergySummary {
  const kwh = energy / WH_PER_KWH;
  return { co2: kwh * factor, coal: kwh * COAL_PER_KWH, trees: (kwh * factor) / CO2_PER_TREE };
}

/** Formatted number and its unit. */
export type NumberWithUnit = { number: string; unit: string };

const ENERGY_LADDER = [
  { upTo: 1e3, unit: "Wh" },
  { upTo: 1e6, unit: "kWh" },
  { upTo: 1e9, unit: "MWh" },
  { upTo: Number.POSITIVE_INFINITY, unit: "GWh" },
] as const;

/** Formats energy (Wh) in Wh up to 1000, then in kWh, MWh and GWh with one decimal (specification, section 9). */
export function formatEnergy(energy: number, language: string): NumberWithUnit {
  const place = Math.max(
    0,
    ENERGY_LADDER.findIndex(({ upTo }) => energy <= upTo),
  );
  const unit = ENERGY_LADDER[place]?.unit ?? "Wh";
  return { number: format(energy / 1e3 ** place, place === 0 ? 0 : 1, language), unit };
}

const KG_PER_TONNE = 1_000;

/** Formats a mass in kg below 1000 kg, then in tonnes, with one decimal. */
export function formatMass(kg: number, language: string): NumberWithUnit {
  // A mass that would round to 1000 kg is shown as a tonne.
  return Math.round(kg * 10) / 10 < KG_PER_TONNE
    ? { number: format(kg, 1, language), unit: "kg" }
    : { number: format(kg / KG_PER_TONNE, 1, language), unit: "t" };
}

/** Formats a number of trees, with one decimal below 10. */
export function formatTrees(trees: number, language: string): string {
  return format(trees, trees < 10 ? 1 : 0, language);
}

function format(value: number, decimals: number, language: string): string {
  return formatNumber(value, language, { min: decimals, max: decimals });
}

/** Maximum CO₂ factor, kg of CO₂ for each kWh. */
export const MAX_REDUCE_SCALE = 99;

/** Keys of the messages for an invalid CO₂ factor. */
export type ReduceScaleError = "solar_scale_error" | "solar_scale_error_type";

/** Parses a typed CO₂ factor; returns the key of a message if it is empty, not a number or out of range. */
export function readReduceScale(text: string): { value: number } | { error: ReduceScaleError } {
  const typed = text.trim().replace(",", ".");
  if (typed === "") return { error: "solar_scale_error" };
  const value = /^\d*\.?\d*$/.test(typed) ? Number(typed) : Number.NaN;
  const isRight = value >= 0 && value <= MAX_REDUCE_SCALE;
  return isRight ? { value } : { error: "solar_scale_error_type" };
}
