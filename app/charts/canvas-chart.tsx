import {
  BarController,
  BarElement,
  CategoryScale,
  type ChartData,
  type Chart as ChartJs,
  type ChartOptions,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Chart as Registry,
} from "chart.js";
import { type ComponentProps, type Ref, useState } from "react";
import { Chart } from "react-chartjs-2";

Registry.register(
  BarController,
  BarElement,
  CategoryScale,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
);

export type Drawn = ChartJs<"line" | "bar">;

export type CanvasChartProps = {
  type: "line" | "bar";
  data: ChartData<"line" | "bar">;
  options: ChartOptions<"line" | "bar">;
  chart?: Ref<Drawn | undefined>;
  /** Draws onto the canvas, below the content of chart.js; must be the same function for the life of the chart. */
  draw?: (chart: Drawn) => void;
};

/**
 * Draws a chart with chart.js. Screen readers cannot read a canvas, so its content is repeated as text beside it.
 * Loaded when the first chart is shown.
 */
export default function CanvasChart({ type, data, options, chart, draw }: CanvasChartProps) {
  // chart.js accepts plugins only when a chart is created.
  const [plugins] = useState(() =>
    draw === undefined ? [] : [{ id: "own", beforeDatasetsDraw: (drawn: Drawn) => draw(drawn) }],
  );
  return (
    <Chart
      ref={chart as NonNullable<ComponentProps<typeof Chart>["ref"]>}
      type={type}
      data={data}
      options={options}
      plugins={plugins}
      datasetIdKey="id"
      updateMode="none"
      aria-hidden
    />
  );
}
