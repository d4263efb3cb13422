import { formatTag } from "#domain/languages.ts";
import { scaleQuantity } from "#domain/units/scale.ts";

export type AxisFormat = {
  /** "kW" */
  unit: string;
  /** Of a value in the unit before scaling: "1.5". */
  format: (value: number) => string;
};

const formats = new Map<string, Intl.NumberFormat>();

/** All lines of an axis are told in one unit, which its greatest value decides. */
export function axisFormat(language: string, unit: string, greatest: number): AxisFormat {
  const scaled = scaleQuantity(greatest, unit);
  const factor = scaled.scaled && greatest !== 0 ? greatest / scaled.value : 1;
  let format = formats.get(language);
  if (format === undefined) {
    format = new Intl.NumberFormat(formatTag(language), { maximumFractionDigits: 2 });
    formats.set(language, format);
  }
  const { format: show } = format;
  return { unit: scaled.unit, format: (value) => show(value / factor + 0).replace("-", "\u2212") };
}
