import { formatNumber } from "#domain/units/format-number.ts";
import { scaleQuantity } from "#domain/units/scale.ts";

export type AxisFormat = {
  /** "kW" */
  unit: string;
  /** Of a value in the unit before scaling: "1.5". */
  format: (value: number) => string;
};

/** All lines of an axis are told in one unit, which its greatest value decides. */
export function axisFormat(language: string, unit: string, greatest: number): AxisFormat {
  const scaled = scaleQuantity(greatest, unit);
  const factor = scaled.scaled && greatest !== 0 ? greatest / scaled.value : 1;
  const format = (value: number) => formatNumber(value / factor, language, { max: 2 });
  return { unit: scaled.unit, format };
}
