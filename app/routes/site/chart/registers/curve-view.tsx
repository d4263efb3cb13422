import { type ComponentProps, Suspense, useMemo, useRef, useState } from "react";
import { ChartCard } from "#app/charts/chart-card.tsx";
import type { ChartLine } from "#app/charts/chart-lines.ts";
import type NewestDataPart from "#app/charts/newest-data.tsx";
import { CHART_GROUND } from "#app/charts/palette.ts";
import type { ValueAxis } from "#app/charts/plot-options.ts";
import { type DataQuality, QualityLegend } from "#app/charts/quality.tsx";
import { RangePicker } from "#app/charts/range-picker.tsx";
import { isSeen } from "#app/charts/stale-periods.ts";
import { TimeChart } from "#app/charts/time-chart.tsx";
import { formatInstant } from "#app/charts/time-labels.ts";
import { useShade } from "#app/charts/use-shade.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive } from "#app/live/live-context.ts";
import { loadChunk } from "#app/load-chunk.ts";
import { styled } from "#app/theme/styled.tsx";
import { raiseAlert } from "#app/ui/alert-store.ts";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { StyledNotice } from "#app/ui/styled-notice.tsx";
import { DATE_SHORTCUTS, spanOfShortcut } from "#domain/history/date-shortcuts.ts";
import { dayOf, daySpan, type Span, startOfDay } from "#domain/history/local-days.ts";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { formatLocalTime } from "#domain/units/local-time.ts";
import { readPeriod } from "../history/history-query.ts";
import type { ChartSite } from "../open-chart.server.ts";
import { CurveLegend } from "./curve-legend.tsx";
import { linesOf } from "./curve-lines.ts";
import { readCurveQuery, writeCurveQuery } from "./curve-query.ts";
import { CurveTools } from "./curve-tools.tsx";
import { shadeAt, unitsOf, useDrawable } from "./register-choice.ts";
import { RegisterPicker } from "./register-picker.tsx";
import { SavedSelections } from "./saved-selections.tsx";
import { useCurves } from "./use-curves.ts";
import { useFullScreen } from "./use-full-screen.ts";
import { useAddress, useWindow } from "./use-window.ts";

const BacklogNotice = lazyComponent(() => import("#app/charts/backlog-notice.tsx"), {
  reportErrors: false,
});

const NewestData = lazyComponent<ComponentProps<typeof NewestDataPart>>(
  () => import("#app/charts/newest-data.tsx"),
  { reportErrors: false },
);

/** Height of a large chart, px (specification, section 9). */
const HEIGHT = 450;
/** Curves that are shown by default: the energy flow. */
const USUAL = ["FFFF000100", "FFFF000120", "FFFF000110", "FFFF000130", "FFFF000134"];
/** Loggers store no samples from before this instant (logger protocol). */
const MIN_INSTANT = Date.UTC(2000, 0, 1);

const STALE: ReadonlySet<DataQuality> = new Set(["stale"]);

type CurveViewProps = { site: ChartSite; maySave: boolean; query: URLSearchParams };

/** Shows any numeric registers of a site over any span. */
export function CurveView({ site, maySave, query }: CurveViewProps) {
  const { siteKey, timeZone, now, name } = site;
  const { t, i18n } = useTranslation("charts");
  const { language } = i18n;
  const colorOf = useShade();
  const linked = useMemo(() => readCurveQuery(query), [query]);
  const [chosen, setChosen] = useState(linked.addresses.length > 0 ? linked.addresses : USUAL);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [cursor, setCursor] = useState<number | null>(null);
  const [isSelecting, setSelecting] = useState(false);
  const window = useWindow(() =>
    linked.span
      ? { span: linked.span, shortcut: null }
      : (readPeriod(query, timeZone, now) ?? {
          span: spanOfShortcut("today", timeZone, now),
          shortcut: "today",
        }),
  );
  const { span } = window;
  const limits = useMemo(
    () => ({ from: MIN_INSTANT, to: startOfDay(timeZone, dayOf(timeZone, now) + 1) }),
    [timeZone, now],
  );
  useAddress(() => writeCurveQuery(query, { addresses: chosen, span }));
  const { pieces, byAddress } = useDrawable();
  const curves = useCurves(siteKey, chosen, span, limits);
  const { layer } = curves;
  const unitAt = (address: string) =>
    byAddress.get(address)?.unit ?? layer?.series.get(address)?.symbol ?? undefined;
  const units = unitsOf(chosen, unitAt).join("\n");
  const lines = useMemo(
    () => linesOf(layer, chosen, byAddress, units.split("\n")),
    [layer, chosen, byAddress, units],
  );
  const shown = useMemo(
    () => lines.flatMap((line) => (line === null || hidden.has(line.id) ? [] : [line])),
    [lines, hidden],
  );
  const isEmpty =
    layer !== null &&
    !curves.isLoading &&
    chosen.length > 0 &&
    lines.every((line) => line === null || !hasValues(line, span));
  const newest = useNewestOf(chosen);
  const isSomeStale = shown.some(({ stale }) => isSeen(stale, span));
  const frame = useRef<HTMLDivElement>(null);
  const full = useFullScreen(frame);
  const [start = "", end] = units.split("\n");
  const toggle = (address: string) =>
    setHidden((before) => {
      const next = new Set(before);
      if (!next.delete(address)) next.add(address);
      return next;
    });
  const title = t("tabs.advancedcurve");
  const spanText = `${formatLocalTime(span.from, timeZone)} – ${formatLocalTime(span.to, timeZone)}`;
  const fileName = `${spanText.replaceAll(/[^\d]+/g, "-")}`;

  const savePicture = async () => {
    const canvas = frame.current?.querySelector("canvas");
    if (!canvas) return;
    const { pictureOf } = await loadChunk(() => import("./curve-picture.ts"));
    const picture = await pictureOf({
      canvas,
      title: name,
      subtitle: `${spanText} (${timeZone})`,
      entries: [
        ...shown.map((line) => ({
          name: line.unit === "" ? line.name : `${line.name} (${line.unit})`,
          color: colorOf(line.shade),
        })),
        ...(isSomeStale
          ? [
              {
                name: `${t("quality.stale.name")}: ${t("quality.stale.text")}`,
                color: colorOf(CHART_GROUND.text),
                isDotted: true,
              },
            ]
          : []),
      ],
      colors: {
        ground: colorOf(CHART_GROUND.ground),
        text: colorOf(CHART_GROUND.strong),
        muted: colorOf(CHART_GROUND.text),
      },
    });
    saveFile(picture, `curves-${fileName}.png`);
  };
  const saveTable = async () => {
    const { tableOf } = await loadChunk(() => import("./curve-export.ts"));
    const words = {
      timeTitle: t("registers.table.time"),
      least: t("registers.table.least"),
      greatest: t("registers.table.greatest"),
      stale: t("quality.stale.name"),
    };
    const clock = { timeZone, formatTime: (at: number) => localSecond(at, timeZone) };
    const table = tableOf(shown, span, words, clock);
    saveFile(new Blob([table], { type: "text/csv;charset=utf-8" }), `curves-${fileName}.csv`);
  };
  const orReport = (save: () => Promise<void>) => () => {
    // The module for the export may fail to load.
    save().catch(() => raiseAlert("noServer"));
  };
  return (
    <Grid>
      <Whole>
        <BacklogNotice siteKey={siteKey} onMore={curves.refetch} />
      </Whole>
      <Shown ref={frame} data-full={full.isOn || undefined}>
        <ChartCard
          title={title}
          tools={
            <CurveTools
              span={span}
              limits={limits}
              onSpan={window.setSpan}
              goBack={window.goBack}
              isSelecting={isSelecting}
              onSelecting={setSelecting}
              onPicture={orReport(savePicture)}
              onTable={orReport(saveTable)}
              onFullScreen={full.turn}
            >
              <RangePicker
                timeZone={timeZone}
                now={now}
                span={span}
                shortcut={window.shortcut}
                shortcuts={DATE_SHORTCUTS.map((one) => ({
                  name: one,
                  label: t(`range.shortcuts.${one}`),
                }))}
                onPick={(picked, shortcut) => window.show({ span: picked, shortcut })}
              />
              <SavedSelections
                siteKey={siteKey}
                chosen={chosen}
                onChosen={setChosen}
                maySave={maySave}
              />
            </CurveTools>
          }
          isLoading={curves.isLoading}
          refusal={curves.refusal}
          onAgain={curves.refetch}
          height={HEIGHT}
        >
          {isEmpty && (
            <StyledNotice tone="info" mb="3">
              <Suspense>
                <NewestData
                  {...{ siteKey, timeZone, span, at: newest }}
                  onGo={(day) => window.setSpan(daySpan(timeZone, day))}
                />
              </Suspense>
            </StyledNotice>
          )}
          <TimeChart
            label={t("registers.label", { site: name })}
            height={full.isOn ? full.height : HEIGHT}
            timeZone={timeZone}
            span={span}
            limits={limits}
            onSpan={window.setSpan}
            isSelecting={isSelecting}
            lines={shown}
            axes={{ start: axisOf(start), ...(end !== undefined && { end: axisOf(end) }) }}
            cursor={cursor}
            onCursor={setCursor}
            hasReadout={false}
          />
          <CurveLegend
            curves={chosen.map((address, place) => ({
              address,
              name: byAddress.get(address)?.name ?? layer?.series.get(address)?.name ?? address,
              equipment:
                byAddress.get(address)?.equipment ??
                layer?.series.get(address)?.equipmentName ??
                "",
              shade: shadeAt(place),
              isHidden: hidden.has(address),
              line: lines[place] ?? null,
            }))}
            isLoading={curves.isLoading}
            cursor={cursor}
            time={
              cursor === null ? "" : formatInstant(language, timeZone, cursor, span.to - span.from)
            }
            colorOf={colorOf}
            onHide={toggle}
            onRemove={(address) => setChosen((before) => before.filter((one) => one !== address))}
          />
          {isSomeStale && (
            <Signs>
              <QualityLegend shown={STALE} />
            </Signs>
          )}
        </ChartCard>
      </Shown>
      <RegisterPicker
        pieces={pieces}
        chosen={chosen}
        onChosen={setChosen}
        unitAt={unitAt}
        colorOf={colorOf}
      />
    </Grid>
  );
}

/** Whether a part of a curve is visible. */
function hasValues({ at, gapMs }: ChartLine, { from, to }: Span): boolean {
  return at.some((instant) => instant > from - gapMs && instant < to + gapMs);
}

/** Instant of the newest value of some registers, ms UTC; null if the logger has sent none. */
function useNewestOf(addresses: readonly string[]): number | null {
  const newest = useLive(({ view }) =>
    Math.max(0, ...addresses.map((address) => view?.values[address]?.at ?? 0)),
  );
  return newest > 0 ? newest : null;
}

/** Axes of percentages have fixed bounds, those of powers start at zero. */
function axisOf(unit: string): ValueAxis {
  if (unit === "%") return { unit, min: 0, max: 100 };
  return unit === "W" ? { unit, fromZero: true } : { unit };
}

/** Formats an instant as "yyyy-MM-dd HH:mm:ss", which spreadsheets read. */
function localSecond(at: number, timeZone: string): string {
  return `${formatLocalTime(at, timeZone)}:${String(Math.floor(at / SECOND_MS) % 60).padStart(2, "0")}`;
}

/** Spans both columns; empty if there is no message. */
const Whole = styled("div", { gridColumn: "1 / -1", minW: "0", _empty: { display: "none" } });

const Signs = styled("div", { mt: "3", px: "1" });

const Grid = styled("div", {
  display: "grid",
  gap: { base: "4", lg: "5" },
  gridTemplateColumns: { base: "minmax(0, 1fr)", xl: "minmax(0, 1fr) 19rem" },
  alignItems: "start",
});

const Shown = styled("div", {
  minW: "0",
  "&[data-full]": { overflowY: "auto", bg: "bg.canvas", p: "4" },
});

/** Downloads a file in the user's browser. */
function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has its own copy once the download has started.
  setTimeout(() => URL.revokeObjectURL(address), MINUTE_MS);
}
