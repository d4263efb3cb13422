import { formatNumber } from "#domain/units/format-number.ts";
import { scaleQuantity } from "#domain/units/scale.ts";

export type AxisFormat = {
  /** For example "kW". */
  unit: string;
  /** Formats a value given in the unit before scaling, for example "1.5". */
  format: (value: number) => string;
};

/** Formats all values of an axis in one unit, which the greatest value decides. */
export function axisFormat(language: string, unit: string, greatest: number): AxisFormat {
  const scaled = scaleQuantity(greatest, unit);
  const factor = scaled.scaled && greatest !== 0 ? greatest / scaled.value : 1;
  const format = (value: number) => formatNumber(value / factor, language, { max: 2 });
  return { unit: scaled.unit, format };
}
