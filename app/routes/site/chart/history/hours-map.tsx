import { chakra } from "@chakra-ui/react";
import { type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { type HeatName, heatColors } from "#app/charts/heat-scale.ts";
import { CHART_COLORS, CHART_GROUND } from "#app/charts/palette.ts";
import { PlotFrame, useWidth } from "#app/charts/plot-frame.tsx";
import { AXIS_WIDTH } from "#app/charts/plot-options.ts";
import { pressKey } from "#app/charts/press-chart-key.ts";
import { Readout } from "#app/charts/readout.tsx";
import { formatPeriod, tickLabel } from "#app/charts/time-labels.ts";
import { useShade } from "#app/charts/use-shade.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import { formatPercent, formatQuantity } from "#domain/units/format-quantity.ts";
import { boxOfCell, cellAt, drawHours, monthsOf } from "./draw-hours.ts";
import type { HourQuantity } from "./history-query.ts";
import { HOURS, moveCell, type YearHours } from "./year-hours.ts";

export const MAP_HEIGHT = 264;
const TOP = 8;
const BOTTOM = 26;
const RIGHT = 12;
/** Below this width, px, a month has room for a single letter. */
const NARROW_MONTH = 30;

export const HEAT_NAMES: Readonly<Record<HourQuantity, HeatName>> = {
  solar: "solar",
  consumption: "load",
  gridImport: "grid",
  gridExport: "grid",
};
const SHADES = {
  solar: CHART_COLORS.solar,
  consumption: CHART_COLORS.load,
  gridImport: CHART_COLORS.grid,
  gridExport: CHART_COLORS.feedIn,
} as const;

type HoursMapProps = {
  hours: YearHours;
  quantity: HourQuantity;
  /** Name of the quantity. */
  name: string;
  /** The energy at the end of the colour scale, Wh. */
  top: number;
  /** Called with a day, counted from 1970-01-01, when the user opens it. */
  onPick: (day: number) => void;
};

/** The hours of a year as a map of colours, with a cursor that shows their values. */
export function HoursMap({ hours, quantity, name, top, onPick }: HoursMapProps) {
  const { t, i18n } = useTranslation("charts");
  const { language } = i18n;
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef(undefined);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(frame);
  const colorOf = useShade();
  const dark = colorOf(["", "dark"]) === "dark";
  const [held, setCursor] = useState<number | null>(null);
  const cursor = held !== null && held < hours.passed ? held : null;
  const area = useMemo(
    () => ({ left: AXIS_WIDTH, right: width - RIGHT, top: TOP, bottom: MAP_HEIGHT - BOTTOM }),
    [width],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours change with the appearance alone
  useEffect(() => {
    const pen = canvas.current?.getContext("2d");
    if (canvas.current === null || !pen) return;
    const ratio = window.devicePixelRatio || 1;
    canvas.current.width = Math.round(width * ratio);
    canvas.current.height = Math.round(MAP_HEIGHT * ratio);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, MAP_HEIGHT);
    const look = {
      colors: heatColors(HEAT_NAMES[quantity], colorOf),
      top,
      hatch: colorOf(CHART_GROUND.axis),
      ground: colorOf(CHART_GROUND.ground),
      text: colorOf(CHART_GROUND.text),
      line: colorOf(CHART_GROUND.axis),
    };
    drawHours(pen, hours, look, { area, ratio });
  }, [hours, quantity, top, area, width, dark]);

  const reading = cursor === null ? null : readCell(hours, cursor, { t, language });
  const title = cursor === null ? "" : titleOf(hours, cursor, language);
  const box = cursor === null ? null : boxOfCell(area, hours, cursor, 1);
  // The newest hour may not have data yet.
  const newest = useMemo(() => hours.values.findLastIndex((value) => value !== null), [hours]);
  const end = newest < 0 ? hours.passed - 1 : newest;
  const start = cursor ?? end;
  const move = (by: Parameters<typeof moveCell>[2]) => () =>
    setCursor(cursor === null ? start : moveCell(hours, cursor, by));
  const dayOfCell = (cell: number) => hours.firstDay + Math.floor(cell / HOURS);
  const find = (event: PointerEvent<HTMLDivElement>) => {
    const bounds = event.currentTarget.getBoundingClientRect();
    return cellAt(area, hours, event.clientX - bounds.left, event.clientY - bounds.top);
  };
  return (
    <PlotFrame
      plot={{ frame, width, chart }}
      label={t("history.hours.label", { name })}
      height={MAP_HEIGHT}
      bounds={{ from: 0, to: Math.max(0, hours.passed - 1) }}
      cursor={cursor}
      valueText={reading === null ? name : `${title}, ${name} ${reading}`}
      data-opens={cursor !== null || undefined}
      onKeyDown={(event) =>
        hours.passed > 0 &&
        pressKey(event, {
          ArrowLeft: move({ days: -1 }),
          ArrowRight: move({ days: 1 }),
          ArrowUp: move({ hours: -1 }),
          ArrowDown: move({ hours: 1 }),
          PageUp: move({ months: -1 }),
          PageDown: move({ months: 1 }),
          Home: () => setCursor(moveCell(hours, start, { days: -hours.days })),
          End: () => setCursor(end),
          Escape: () => setCursor(null),
          ...(cursor !== null && { Enter: () => onPick(dayOfCell(cursor)) }),
        })
      }
      onPointerMove={(event) => setCursor(find(event))}
      onPointerDown={(event) => setCursor(find(event))}
      onPointerLeave={(event) => event.pointerType === "mouse" && setCursor(null)}
      onClick={(event) => {
        // A touch shows the values of an hour, as on the other charts.
        const { pointerType } = event.nativeEvent as globalThis.PointerEvent;
        const cell = find(event as PointerEvent<HTMLDivElement>);
        if (cell !== null && pointerType === "mouse") onPick(dayOfCell(cell));
      }}
    >
      <Canvas ref={canvas} aria-hidden />
      <Months style={{ left: area.left, right: RIGHT }} aria-hidden>
        {monthsOf(hours.firstDay, hours.days).map(({ day, length }, month) => (
          <span key={day} style={{ flexGrow: length }}>
            {monthName(language, hours.firstDay + day, month, width)}
          </span>
        ))}
      </Months>
      {box && (
        <Marker
          style={{
            left: box.left - 2,
            top: box.top - 2,
            width: Math.max(3, box.right - box.left) + 4,
            height: box.bottom - box.top + 4,
          }}
        />
      )}
      {box && reading !== null && (
        <Readout
          title={title}
          rows={[{ id: quantity, shade: SHADES[quantity], name, text: reading }]}
          x={(box.left + box.right) / 2}
          width={width}
        />
      )}
    </PlotFrame>
  );
}

/** Formats day and hour of a cell, which are those of the clock and need no time zone. */
export function titleOf({ firstDay }: YearHours, cell: number, language: string): string {
  return formatPeriod(language, "UTC", firstDay * DAY_MS + cell * HOUR_MS, "hour");
}

type Texts = Pick<ReturnType<typeof useTranslation<"charts">>, "t"> & { language: string };

/** The value of a cell in words. */
function readCell(hours: YearHours, cell: number, { t, language }: Texts): string {
  const minutes = hours.minutes.get(cell);
  if (minutes === 0) return t("history.hours.skipped");
  const value = hours.values[cell] ?? null;
  if (value === null) return t("history.hours.missing");
  const [quality, coverage] = [hours.qualities.get(cell), hours.coverages.get(cell)];
  return [
    formatQuantity(value, "Wh", { language }).text,
    ...(minutes === undefined ? [] : [t("history.hours.minutes", { number: minutes })]),
    ...(quality === undefined ? [] : [t(`quality.${quality}.name`)]),
    ...(coverage === undefined
      ? []
      : [t("quality.covered", { share: formatPercent(Math.floor(100 * coverage), language) })]),
  ].join(", ");
}

function monthName(language: string, day: number, month: number, width: number): string {
  if (width / 12 < NARROW_MONTH) return String(month + 1);
  const step = { unit: "month", count: 1, ms: 30 * DAY_MS } as const;
  // On the first day of January the label would be the year.
  return tickLabel(language, "UTC", (day + 1) * DAY_MS, step);
}

const Canvas = chakra("canvas", {
  base: { position: "absolute", inset: "0", w: "full", h: "full", pointerEvents: "none" },
});

const Months = chakra("div", {
  base: {
    position: "absolute",
    bottom: "0",
    h: "5",
    display: "flex",
    pointerEvents: "none",
    fontSize: "11px",
    color: "fg.muted",
    "& span": { flex: "1 1 0", minW: "0", textAlign: "center", whiteSpace: "nowrap" },
  },
});

const Marker = chakra("div", {
  base: {
    position: "absolute",
    borderWidth: "2px",
    borderColor: "fg",
    outline: "1px solid",
    outlineColor: "bg.panel",
    borderRadius: "2px",
    pointerEvents: "none",
  },
});
