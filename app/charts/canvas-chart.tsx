import {
  BarController,
  BarElement,
  CategoryScale,
  type ChartData,
  type Chart as ChartJs,
  type ChartOptions,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Chart as Registry,
} from "chart.js";
import type { ComponentProps, Ref } from "react";
import { Chart } from "react-chartjs-2";

Registry.register(
  BarController,
  BarElement,
  CategoryScale,
  Filler,
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
};

/** chart.js in its frame; what it draws is said beside it, since nobody reads a canvas. Fetched when it is first shown. */
export default function CanvasChart({ type, data, options, chart }: CanvasChartProps) {
  return (
    <Chart
      ref={chart as NonNullable<ComponentProps<typeof Chart>["ref"]>}
      type={type}
      data={data}
      options={options}
      datasetIdKey="id"
      updateMode="none"
      aria-hidden
    />
  );
}
