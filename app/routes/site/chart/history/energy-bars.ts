import type { BarSeries } from "#app/charts/bar-datasets.ts";
import type { BatteryAxis } from "#domain/devices/battery-axis.ts";
import {
  DRAWN,
  type DrawnQuantity,
  type EnergyChart,
  type Quantity,
  type QuantityName,
  type SummaryAnswer,
} from "./energy-charts.ts";

const UNITS: Partial<Record<QuantityName, string>> = { batterysoc: "%", batteryvol: "V" };
/** Values with outlines of the period before: those that are alone in their stack of bars. */
const COMPARED: ReadonlySet<QuantityName> = new Set([
  ...(["consumption", "solar", "acinput", "battery", "batteryCharge"] as const),
]);
const MISSING: Quantity = { val: null, quality: "missing", coverage: 0 };

/** One value for every bar. */
export type QuantityColumn = {
  quantity: QuantityName;
  unit: string;
  values: (number | null)[];
  qualities: Quantity["quality"][];
  coverages: number[];
  /** Values of the period before; null if nothing is compared. */
  before: (number | null)[] | null;
};

type Answer = Pick<SummaryAnswer, "list" | "symbol">;

export function columnOf({ list, symbol }: Answer, quantity: QuantityName): QuantityColumn {
  const quantities = list.map((bar) => bar[quantity] ?? MISSING);
  return {
    quantity,
    unit: UNITS[quantity] ?? symbol,
    values: quantities.map(({ val }) => val),
    qualities: quantities.map(({ quality }) => quality),
    coverages: quantities.map(({ coverage }) => coverage),
    before:
      COMPARED.has(quantity) && list.some(({ previous }) => previous !== null)
        ? list.map(({ previous }) => previous?.[quantity]?.val ?? null)
        : null,
  };
}

/** Values of a chart that have any data; the value that names the chart is always included. */
export function columnsOf(answer: Answer, chart: EnergyChart): QuantityColumn[] {
  return DRAWN[chart]
    .map(({ quantity }) => columnOf(answer, quantity))
    .filter(({ values, quantity }) => quantity === chart || values.some((value) => value !== null));
}

/**
 * Values that a chart draws: the battery's state of charge in percent or else its voltage, and energies in their most
 * accurate form.
 */
export function barsOf(
  answer: Answer,
  chart: EnergyChart,
  axis: BatteryAxis | null,
  nameOf: (quantity: QuantityName) => string,
): BarSeries[] {
  const known = new Map(columnsOf(answer, chart).map((column) => [column.quantity, column]));
  return DRAWN[chart].flatMap((drawn) => {
    const column = known.get(drawn.quantity);
    if (column === undefined || !isDrawn(drawn, axis)) return [];
    const { quantity, unit, values, qualities, coverages, before } = column;
    const { shade, stack = quantity, isBelow } = drawn;
    const isLine = stack === LINE;
    return [
      {
        id: quantity,
        name: nameOf(quantity),
        shade,
        unit,
        values,
        qualities,
        coverages,
        before: before !== null && isAlone(chart, drawn) ? before : undefined,
        stack,
        isBelow,
        isLine,
      },
    ];
  });
}

const LINE = "line";

/** Whether nothing else is stacked on the same side of the bars of a value. */
function isAlone(chart: EnergyChart, { quantity, stack, isBelow }: DrawnQuantity): boolean {
  return DRAWN[chart].every(
    (other) => other.quantity === quantity || other.stack !== stack || other.isBelow !== isBelow,
  );
}

function isDrawn({ quantity, stack }: DrawnQuantity, axis: BatteryAxis | null): boolean {
  if (stack === LINE) return quantity === (axis === "volts" ? "batteryvol" : "batterysoc");
  return stack !== undefined;
}

/** Sum of all bars; null if there is no data, or if the value cannot be added up. */
export function sumOf({
  quantity,
  values,
}: Pick<QuantityColumn, "quantity" | "values">): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 || quantity in UNITS) return null;
  return known.reduce((sum, value) => sum + value, 0);
}
