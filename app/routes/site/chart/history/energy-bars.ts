import type { BatteryAxis } from "#domain/devices/battery-axis.ts";
import type { BarSeries } from "../../../../charts/bar-datasets.ts";
import type { Figure, SummaryAnswer } from "./answers.ts";
import { DRAWN, type DrawnFigure, type EnergyChart, type FigureName } from "./energy-charts.ts";

const UNITS: Partial<Record<FigureName, string>> = { batterysoc: "%", batteryvol: "V" };
const MISSING: Figure = { val: null, quality: "missing", coverage: 0 };

/** One value for every bar. */
export type FigureColumn = {
  figure: FigureName;
  unit: string;
  values: (number | null)[];
  qualities: Figure["quality"][];
  coverages: number[];
};

export function columnOf({ list, symbol }: SummaryAnswer, figure: FigureName): FigureColumn {
  const figures = list.map((bar) => bar[figure] ?? MISSING);
  return {
    figure,
    unit: UNITS[figure] ?? symbol,
    values: figures.map(({ val }) => val),
    qualities: figures.map(({ quality }) => quality),
    coverages: figures.map(({ coverage }) => coverage),
  };
}

/** Values of a chart that have any data; the value that names the chart is always included. */
export function columnsOf(answer: SummaryAnswer, chart: EnergyChart): FigureColumn[] {
  return DRAWN[chart]
    .map(({ figure }) => columnOf(answer, figure))
    .filter(({ values, figure }) => figure === chart || values.some((value) => value !== null));
}

/**
 * Values that a chart draws: the battery's state of charge in percent or else its voltage, and energies in their most
 * accurate form.
 */
export function barsOf(
  answer: SummaryAnswer,
  chart: EnergyChart,
  axis: BatteryAxis | null,
  nameOf: (figure: FigureName) => string,
): BarSeries[] {
  const known = new Map(columnsOf(answer, chart).map((column) => [column.figure, column]));
  return DRAWN[chart].flatMap((drawn) => {
    const column = known.get(drawn.figure);
    if (column === undefined || !isDrawn(drawn, axis)) return [];
    const { figure, unit, values, qualities, coverages } = column;
    const { shade, stack = figure, isBelow } = drawn;
    const isLine = stack === LINE;
    return [
      {
        ...{ id: figure, name: nameOf(figure), shade, unit },
        ...{ values, qualities, coverages, stack, isBelow, isLine },
      },
    ];
  });
}

const LINE = "line";

function isDrawn({ figure, stack }: DrawnFigure, axis: BatteryAxis | null): boolean {
  if (stack === LINE) return figure === (axis === "volts" ? "batteryvol" : "batterysoc");
  return stack !== undefined;
}

/** Sum of all bars; null if there is no data, or if the value cannot be added up. */
export function sumOf({ figure, values }: Pick<FigureColumn, "figure" | "values">): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 || figure in UNITS) return null;
  return known.reduce((sum, value) => sum + value, 0);
}
