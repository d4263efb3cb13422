import { blocksOf, chargeSettingsOf, type Range, scaleVoltage } from "./charge-settings.ts";

/** A setting whose recommended range is wanted. */
type Recommended = {
  name: string | null;
  recommended?: readonly number[] | undefined;
};

/** Settings of the charge table by their names in the catalogue. */
const CHARGE_SETTING = {
  absorptionVoltage: "absorption",
  floatVoltage: "float",
  chargeRate: "rate",
} as const;

/**
 * Returns the recommended range of a setting: for charge settings that of the battery type, otherwise the one of its
 * description; null without one.
 * @param valueOfName newest value of another setting of the same equipment, by its name in the catalogue
 * @param nominalVoltage nominal voltage of the battery, V; undefined if it is unknown
 */
export function recommendedRangeOf(
  { name, recommended }: Recommended,
  valueOfName: (name: string) => number | undefined,
  nominalVoltage?: number,
): Range | null {
  const charge = name !== null && Object.hasOwn(CHARGE_SETTING, name) ? name : null;
  if (charge === null) {
    const [min, max] = recommended ?? [];
    return min === undefined || max === undefined ? null : { min, max };
  }
  const setting = CHARGE_SETTING[charge as keyof typeof CHARGE_SETTING];
  const range = chargeSettingsOf(valueOfName("batteryType") ?? Number.NaN)?.[setting];
  if (range === undefined) return null;
  if (setting === "rate") return { min: range.min, max: range.max };
  const voltage = valueOfName("systemVoltage") || nominalVoltage;
  const blocks = voltage === undefined ? null : blocksOf(voltage);
  if (blocks === null) return null;
  return { min: scaleVoltage(range.min, blocks), max: scaleVoltage(range.max, blocks) };
}
