import { type PointerEvent, useMemo, useState } from "react";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { styled } from "../theme/styled.tsx";
import { barChartOptions } from "./bar-chart-options.ts";
import { type BarSeries, barDatasets, drawGhosts, reachOfGhosts } from "./bar-datasets.ts";
import type { CanvasChartProps } from "./canvas-chart.tsx";
import { PlotCanvas, PlotFrame, usePlot } from "./plot-frame.tsx";
import type { ValueAxes } from "./plot-options.ts";
import { pressKey } from "./press-chart-key.ts";
import { QualitySign } from "./quality.tsx";
import { Readout, type ReadoutRow } from "./readout.tsx";
import { useShade } from "./use-shade.ts";

type BarChartProps = {
  /** Accessible name of the chart. */
  label: string;
  /** Height, px. */
  height: number;
  /** Full title of each bar, and the label below it. */
  titles: readonly string[];
  ticks: readonly string[];
  series: readonly BarSeries[];
  axes: ValueAxes;
  /** Name of the period before at each bar, if the series have values of it. */
  titlesBefore?: readonly (string | null)[];
  /** Called with the place of a bar when the user opens it. */
  onPick?: ((place: number) => void) | undefined;
};

/** Bars over time, with a cursor that shows their values. */
export function BarChart(props: BarChartProps) {
  const { label, height, titles, ticks, series, axes, titlesBefore, onPick } = props;
  const { t, i18n } = useTranslation("charts");
  const { language } = i18n;
  const colorOf = useShade();
  const plot = usePlot();
  const { chart, width } = plot;
  const [cursor, setCursor] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours change with the appearance alone
  const data = useMemo(
    () => ({ ...barDatasets(series, colorOf), labels: [...ticks] }) as CanvasChartProps["data"],
    [series, ticks, colorOf(["light", "dark"])],
  );
  const options = barChartOptions(axes, { language, colorOf }, reachOfGhosts(series));
  const area = chart.current?.chartArea;
  const last = titles.length - 1;
  const place = cursor !== null && cursor < titles.length ? cursor : null;
  const barPx = area === undefined ? 0 : (area.right - area.left) / Math.max(1, titles.length);
  const x = area === undefined || place === null ? 0 : area.left + (place + 0.5) * barPx;
  const rows = place === null ? [] : rowsAt(series, place, language);
  const title = place === null ? "" : (titles[place] ?? "");
  const values = series.map(({ name, qualities }, index) => {
    const quality = place === null ? "missing" : (qualities[place] ?? "missing");
    const { text, before } = rows[index] ?? {};
    const value = `${name} ${text} (${t(`quality.${quality}.name`)})`;
    return before === undefined
      ? value
      : `${value}, ${t("history.sums.before", { value: before })}`;
  });
  const titleBefore = place === null ? undefined : (titlesBefore?.[place] ?? undefined);
  const placeOf = (event: PointerEvent<HTMLDivElement>) => {
    if (area === undefined) return null;
    const local = event.clientX - event.currentTarget.getBoundingClientRect().left - area.left;
    const found = Math.floor(local / barPx);
    return found >= 0 && found < titles.length ? found : null;
  };
  return (
    <PlotFrame
      plot={plot}
      label={label}
      height={height}
      bounds={{ from: 0, to: Math.max(0, last) }}
      cursor={place}
      valueText={place === null ? label : [title, ...values].join(", ")}
      data-opens={(onPick !== undefined && place !== null) || undefined}
      onKeyDown={(event) =>
        last >= 0 &&
        pressKey(event, {
          ArrowLeft: () => setCursor(Math.max(0, (place ?? last + 1) - 1)),
          ArrowRight: () => setCursor(Math.min(last, (place ?? -1) + 1)),
          Home: () => setCursor(0),
          End: () => setCursor(last),
          Escape: () => setCursor(null),
          ...(onPick && place !== null && { Enter: () => onPick(place) }),
        })
      }
      onPointerMove={(event) => setCursor(placeOf(event))}
      onPointerDown={(event) => setCursor(placeOf(event))}
      onPointerLeave={(event) => event.pointerType === "mouse" && setCursor(null)}
      onClick={(event) => {
        // A touch first shows the values of a bar; a second touch opens it.
        const found = placeOf(event as PointerEvent<HTMLDivElement>);
        const { pointerType } = event.nativeEvent as globalThis.PointerEvent;
        if (found !== null && pointerType === "mouse") onPick?.(found);
      }}
    >
      <PlotCanvas
        type="bar"
        data={data}
        options={options as CanvasChartProps["options"]}
        chart={chart}
        draw={drawGhosts as unknown as NonNullable<CanvasChartProps["draw"]>}
      />
      {place !== null && area && (
        <Band
          style={{
            left: x - barPx / 2,
            width: barPx,
            top: area.top,
            height: area.bottom - area.top,
          }}
        />
      )}
      {place !== null && area && <Readout {...{ title, titleBefore, rows, x, width }} />}
    </PlotFrame>
  );
}

function rowsAt(series: readonly BarSeries[], place: number, language: string): ReadoutRow[] {
  const textOf = (value: number | null | undefined, unit: string) =>
    formatQuantity(value ?? null, unit, { language }).text;
  return series.map(({ id, shade, name, unit, values, qualities, coverages, before }) => ({
    id,
    shade,
    name,
    text: textOf(values[place], unit),
    ...(before && { before: textOf(before[place], unit) }),
    mark: (
      <QualitySign quality={qualities[place] ?? "missing"} coverage={coverages?.[place] ?? 1} />
    ),
  }));
}

const Band = styled("div", {
  position: "absolute",
  bg: "fg.subtle",
  opacity: "0.12",
  pointerEvents: "none",
});
