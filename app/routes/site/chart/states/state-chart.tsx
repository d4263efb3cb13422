import { useMemo } from "react";
import { chooseLabels } from "#app/charts/axis-labels.ts";
import type { CanvasChartProps } from "#app/charts/canvas-chart.tsx";
import { PlotCanvas, usePlot } from "#app/charts/plot-frame.tsx";
import { formatSecond } from "#app/charts/range-text.ts";
import { formatInstant } from "#app/charts/time-labels.ts";
import { shownCursor, TimePlot } from "#app/charts/time-plot.tsx";
import { useShade } from "#app/charts/use-shade.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import type { EquipmentStatus } from "#domain/devices/equipment-statuses.ts";
import type { Span } from "#domain/history/local-days.ts";
import { formatDuration } from "./duration-text.ts";
import { namesWidth, PLOT, shadeOf, stateData, stateOptions } from "./state-chart-options.ts";
import { barsOf, intervalAt, lanesOf, type StateInterval } from "./state-lanes.ts";

/** Cursor position in one of several charts, ms UTC; all of them show it. */
export type SharedCursor = { at: number; address: string } | null;

type StateChartProps = {
  address: string;
  name: string;
  intervals: readonly StateInterval[];
  /** Height, px. */
  height: number;
  timeZone: string;
  /** Requested span, and the visible part of it. */
  limits: Span;
  window: Span;
  onWindow: (window: Span) => void;
  cursor: SharedCursor;
  onCursor: (cursor: SharedCursor) => void;
};

/** Statuses of one piece of equipment over time, each in its own lane. */
export function StateChart(props: StateChartProps) {
  const { address, name, intervals, height, timeZone, limits, window, onWindow, cursor } = props;
  const { t, i18n } = useTranslation(["charts", "equipment"]);
  const { language } = i18n;
  const colorOf = useShade();
  const plot = usePlot();
  const { width } = plot;
  const appearance = colorOf(["light", "dark"]);
  const inner = Math.max(120, width - namesWidth(width) - PLOT.right);
  const lanes = useMemo(() => lanesOf(intervals, limits), [intervals, limits]);
  const labels = useMemo(() => chooseLabels(timeZone, window, inner), [timeZone, window, inner]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours change with the appearance alone
  const data = useMemo(
    () => stateData(barsOf(intervals, window, inner), lanes, colorOf) as CanvasChartProps["data"],
    [intervals, window, inner, lanes, appearance],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours change with the appearance alone
  const options = useMemo(
    () =>
      stateOptions(window, labels, {
        language,
        timeZone,
        colorOf,
        width,
      }) as CanvasChartProps["options"],
    [window, labels, language, timeZone, width, appearance],
  );
  const at = shownCursor(plot, window, cursor?.at ?? null);
  const here = at === null ? null : intervalAt(intervals, at);
  const status = here === null ? t("states.unknown") : t(`equipment:status.${here.status}`);
  const rows = here === null ? [] : describeInterval(here);
  const title = at === null ? "" : formatInstant(language, timeZone, at, window.to - window.from);
  const isOwn = cursor?.address === address;
  const bottom = labels.isTurned ? PLOT.turned : PLOT.flat;

  function describeInterval({ from, to, isLasting }: StateInterval) {
    const until = isLasting ? t("states.lasting") : formatSecond(timeZone, to);
    return [
      { id: "from", name: t("range.from"), text: formatSecond(timeZone, from) },
      { id: "to", name: t("range.to"), text: until },
    ];
  }

  return (
    <TimePlot
      plot={plot}
      height={height}
      limits={limits}
      label={t("states.chart", { name })}
      span={window}
      onSpan={onWindow}
      isOneOfMany
      cursor={cursor?.at ?? null}
      onCursor={(instant) => props.onCursor(instant === null ? null : { at: instant, address })}
      valueText={
        at === null
          ? t("states.noCursor")
          : [title, status, ...rows.map((row) => `${row.name} ${row.text}`)].join(", ")
      }
      readout={{
        title: isOwn ? title : "",
        rows: [
          {
            id: "status",
            shade: here === null ? NO_SHADE : shadeOf(here.status),
            name: status,
            text: here === null ? "" : formatDuration(here.to - here.from, language),
          },
          ...(isOwn ? rows : []).map((row) => ({ ...row, shade: NO_SHADE })),
        ],
      }}
    >
      <PlotCanvas type="bar" data={data} options={options} chart={plot.chart} />
      <LaneNames
        lanes={lanes}
        width={namesWidth(width)}
        height={height - PLOT.top - bottom}
        nameOf={(lane) => t(`equipment:status.${lane}`)}
        colorOf={(lane) => colorOf(shadeOf(lane))}
      />
    </TimePlot>
  );
}

const NO_SHADE = ["transparent", "transparent"] as const;

type LaneNamesProps = {
  lanes: readonly EquipmentStatus[];
  width: number;
  /** Height of all lanes together, px. */
  height: number;
  nameOf: (lane: EquipmentStatus) => string;
  colorOf: (lane: EquipmentStatus) => string;
};

/** Names of the lanes as HTML text, which supports both directions. */
function LaneNames({ lanes, width, height, nameOf, colorOf }: LaneNamesProps) {
  const each = height / Math.max(1, lanes.length);
  return (
    <Names style={{ width, top: PLOT.top }} aria-hidden>
      {lanes.map((lane) => (
        <li key={lane} style={{ height: each }}>
          <span dir="auto">{nameOf(lane)}</span>
          <i style={{ background: colorOf(lane) }} />
        </li>
      ))}
    </Names>
  );
}

const Names = styled("ul", {
  position: "absolute",
  left: "0",
  listStyleType: "none",
  pointerEvents: "none",
  "& li": {
    display: "flex",
    alignItems: "center",
    justifyContent: "flex-end",
    gap: "2",
    paddingRight: "2.5",
    minH: "0",
  },
  "& span": {
    minW: "0",
    textStyle: "xs",
    lineHeight: "1.15",
    color: "fg.muted",
    textAlign: "right",
    lineClamp: "2",
  },
  "& i": { w: "2", h: "2", borderRadius: "full", flexShrink: "0" },
});
