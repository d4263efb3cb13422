import type { ChartLine } from "#app/charts/chart-lines.ts";
import { lineOfSeries } from "#app/charts/line-of-series.ts";
import type { CurveLayer } from "./curve-layers.ts";
import { type DrawableRegister, shadeAt } from "./register-choice.ts";

/** Curves of the selected registers in their order; null if there is nothing to draw. */
export function linesOf(
  layer: CurveLayer | null,
  chosen: readonly string[],
  registers: ReadonlyMap<string, DrawableRegister>,
  units: readonly string[],
): (ChartLine | null)[] {
  return chosen.map((address, place) => {
    const series = layer?.series.get(address);
    if (series === undefined || series.at.length === 0) return null;
    const register = registers.get(address);
    const unit = register?.unit ?? series.symbol ?? "";
    const line = lineOfSeries({ ...series, symbol: unit }, series.bucketMs, {
      name: register?.name ?? series.name ?? address,
      shade: shadeAt(place),
      axis: unit === units[0] ? "start" : "end",
    });
    return line && { ...line, isStepped: register?.isStepped ?? false };
  });
}
