import { formatNumber } from "../units/format-number.ts";

/** kg of CO2 avoided and of coal left in the ground for each kWh, and of CO2 that a tree binds (specification, section 9). */
export const DEFAULT_REDUCE_SCALE = 0.997;
const COAL_PER_KWH = 0.404;
const CO2_PER_TREE = 1_800;
const WH_PER_KWH = 1_000;

export type EnergySummary = {
  /** kg */
  co2: number;
  /** kg */
  coal: number;
  trees: number;
};

/** What solar energy has spared. @param energy Wh @param factor the solar scale: kg of CO2 for each kWh */
export function summarizeEnergy(energy: number, factor: number): EnergySummary {
  const kwh = energy / WH_PER_KWH;
  return { co2: kwh * factor, coal: kwh * COAL_PER_KWH, trees: (kwh * factor) / CO2_PER_TREE };
}

export type FormattedQuantity = { number: string; unit: string };

const ENERGY_LADDER = [
  { upTo: 1e3, unit: "Wh" },
  { upTo: 1e6, unit: "kWh" },
  { upTo: 1e9, unit: "MWh" },
  { upTo: Number.POSITIVE_INFINITY, unit: "GWh" },
] as const;

/** Up to 1000 Wh as they are, then kWh, MWh and GWh with one decimal: a ladder of its own (specification, section 9). */
export function formatEnergy(energy: number, language: string): FormattedQuantity {
  const place = Math.max(
    0,
    ENERGY_LADDER.findIndex(({ upTo }) => energy <= upTo),
  );
  const unit = ENERGY_LADDER[place]?.unit ?? "Wh";
  return { number: format(energy / 1e3 ** place, place === 0 ? 0 : 1, language), unit };
}

const KG_PER_TONNE = 1_000;

/** kg below 1000, then tonnes. */
export function formatMass(kg: number, language: string): FormattedQuantity {
  // What would be shown as 1000 kg is a tonne.
  return Math.round(kg * 10) / 10 < KG_PER_TONNE
    ? { number: format(kg, 1, language), unit: "kg" }
    : { number: format(kg / KG_PER_TONNE, 1, language), unit: "t" };
}

/** Small numbers of trees are shown to a tenth. */
export function formatTrees(trees: number, language: string): string {
  return format(trees, trees < 10 ? 1 : 0, language);
}

function format(value: number, decimals: number, language: string): string {
  return formatNumber(value, language, { min: decimals, max: decimals });
}

/** The solar scale is kg of CO2 for each kWh, 0 to this. */
export const MAX_REDUCE_SCALE = 99;

export type ReduceScaleError = "solar_scale_error" | "solar_scale_error_type";

/** What a typed solar scale is, or which message it gets. */
export function readReduceScale(text: string): { value: number } | { error: ReduceScaleError } {
  const typed = text.trim().replace(",", ".");
  if (typed === "") return { error: "solar_scale_error" };
  const value = /^\d*\.?\d*$/.test(typed) ? Number(typed) : Number.NaN;
  const isRight = value >= 0 && value <= MAX_REDUCE_SCALE;
  return isRight ? { value } : { error: "solar_scale_error_type" };
}
