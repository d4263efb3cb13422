import { Button } from "@chakra-ui/react";
import { type ComponentProps, Suspense, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { useApiQuery } from "#app/api/use-api-query.ts";
import type BacklogNoticePart from "#app/charts/backlog-notice.tsx";
import type NewestDataPart from "#app/charts/newest-data.tsx";
import { type DataQuality, QualityLegend, QualitySign } from "#app/charts/quality.tsx";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive, useLiveConnection } from "#app/live/live-context.ts";
import { siteSearch } from "#app/site-search.ts";
import { styled } from "#app/theme/styled.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { useServerTime } from "#app/ui/server-clock.ts";
import { hasLoadCharts, showsGeneratorRunTime } from "#domain/devices/device-families.ts";
import { findPhaseCurves } from "#domain/devices/phase-curves.ts";
import { dayOf, daySpan, formatDay, type Span } from "#domain/history/local-days.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { NO_VALUE } from "#domain/units/format-quantity.ts";
import { formatHours } from "#domain/units/hours.ts";
import { requestedSpan } from "../registers/requested-span.ts";
import { EnergyCard } from "./energy-card.tsx";
import type { Quantity, SummaryAnswer } from "./energy-charts.ts";
import { periodOf, type ShownRange, showRange } from "./history-query.ts";
import type HoursCardPart from "./hours-card.tsx";
import { PeriodSums } from "./period-sums.tsx";
import { PowerCards } from "./power-cards.tsx";
import { RangeBar } from "./range-bar.tsx";
import { planOf, type SitePlan } from "./site-plan.ts";
import { type StatsAnswer, SummaryBlocks } from "./summary-blocks.tsx";
import { useForecast } from "./use-forecast.ts";
import { useHistoryQuery } from "./use-history-query.ts";
import { type Extra, type Power, useExtra, usePower } from "./use-power.ts";

/** Polling interval, ms, of a range that has not ended. */
const POLL_MS = MINUTE_MS;
const DEBOUNCE_MS = 150;

const BacklogNotice = lazyComponent<Parameters<typeof BacklogNoticePart>[0]>(
  () => import("#app/charts/backlog-notice.tsx"),
  { reportErrors: false },
);

const HoursCard = lazyComponent<ComponentProps<typeof HoursCardPart>>(
  () => import("./hours-card.tsx"),
  { reportErrors: false },
);

const NewestData = lazyComponent<ComponentProps<typeof NewestDataPart>>(
  () => import("#app/charts/newest-data.tsx"),
  { reportErrors: false },
);

export type HistorySite = {
  siteKey: string;
  timeZone: string;
  systemType: string | null;
  systemCode: number | null;
  /** Degrees; absent if it is unknown or hidden. */
  latitude?: number | null;
  /** Whether the user may read curves of single pieces of equipment; viewers of a link and monitors may not. */
  mayReadEquipment?: boolean;
  /** Whether the user may set the prices of the site. */
  maySetPrices?: boolean;
  /** Server time, ms UTC. */
  now: number;
};

/** Energies and powers of a site's history, for its users and for viewers of its link. */
export default function HistoryView({ site }: { site: HistorySite }) {
  usePageTexts("charts");
  const { t } = useTranslation("charts");
  const { siteKey, systemCode } = site;
  const [{ range, chart, phases, power: view, hours }, change] = useHistoryQuery();
  const now = Math.floor(useServerTime(site.now, MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  const timeZone = site.timeZone;
  const shown = useShown(range, timeZone, now);
  const plan = usePlan(site);
  const search = useSiteSearch();
  const curves = usePhaseCurves(site);
  const pollMs = shown.isPresent ? POLL_MS : null;
  const options = { debounceMs: DEBOUNCE_MS, pollMs, keepPrevious: true };

  const date = formatDay(shown.day);
  const stats = useApiQuery("POST /site/v4/chart/detailStats", { siteKey, date }, options);
  const energy = useApiQuery(
    "POST /site/v2/chart/comparison",
    { siteKey, chart, ...askedBars(shown) },
    options,
  );
  const ofDay = useApiQuery(
    "POST /site/v2/chart/daiysummary",
    shown.unit === "day" && showsGeneratorRunTime(systemCode) ? { siteKey, date } : null,
    options,
  );
  const { part, zoom, reset } = useZoom(shown);
  const { power, state } = usePower(siteKey, part, options);
  const extra = useExtra(siteKey, part, plan, options);
  const forecast = useForecast(siteKey, shown);
  const generated = energy.data?.sums.generator;
  const isGridOnly =
    !plan.hasGenerator && (generated?.val ?? generated?.previous?.val ?? null) === null;
  const runTime = shown.unit === "day" ? (ofDay.data?.genRuntime ?? null) : null;
  const refetchAll = () => {
    for (const { refetch } of [stats, energy, state]) refetch();
  };
  return (
    <View>
      <Suspense>
        <BacklogNotice siteKey={siteKey} onMore={refetchAll} />
      </Suspense>
      <RangeBar
        shown={shown}
        span={shown.isLifetime ? lifetimeOf(energy.data, timeZone, now) : shown.span}
        timeZone={timeZone}
        now={now}
        latitude={site.latitude ?? null}
        onRange={(wanted) => change({ range: wanted })}
      />
      <PeriodSums
        answer={energy.data}
        pricesAt={site.maySetPrices === true ? `/settings/general${search}` : null}
        empty={
          <Suspense>
            <NewestData
              {...{ siteKey, timeZone, span: shown.span }}
              onGo={(day) => change({ range: periodOf(shown.unit ?? "day", day, timeZone, now) })}
            />
          </Suspense>
        }
      />
      <EnergyCard
        chart={chart}
        onChart={(wanted) => change({ chart: wanted })}
        query={energy}
        axis={plan.battery}
        isGridOnly={isGridOnly}
        onPick={(unit, day) => change({ range: periodOf(unit, day, timeZone, now) })}
      />
      <QualityLegend shown={useQualities(stats.data, energy.data, useHasStale(power, extra))} />
      {shown.unit === "year" && (
        <HoursCard
          siteKey={siteKey}
          shown={shown}
          sums={energy.data?.sums ?? null}
          chosen={hours}
          onChoose={(wanted) => change({ hours: wanted })}
          onPick={(day) => change({ range: periodOf("day", day, timeZone, now) })}
        />
      )}
      {!shown.isLifetime && (
        <PowerCards
          plan={plan}
          power={power}
          extra={extra}
          zoom={zoom}
          state={state}
          view={view}
          onView={(wanted) => change({ power: wanted })}
          forecast={forecast}
          phases={{
            ...{ siteKey, shown: part, options, curves },
            chosen: phases,
            onChoose: (name) => change({ phases: name }),
          }}
          note={
            <>
              {reset && (
                <Button size="sm" variant="ghost" onClick={reset}>
                  {t("states.wholeRange")}
                </Button>
              )}
              {runTime !== null && (plan.hasGenerator || runTime.val !== null) && (
                <RunTime quantity={runTime} />
              )}
            </>
          }
        />
      )}
      <SummaryBlocks
        stats={stats.data}
        unit={shown.unit}
        systemCode={systemCode}
        isGridOnly={isGridOnly}
        onUnit={(unit) => change({ range: periodOf(unit, shown.day, timeZone, now) })}
      />
    </View>
  );
}

function askedBars({ unit, span, day, isLifetime }: ShownRange) {
  if (isLifetime) return { type: "lifetime" as const };
  if (unit !== null) return { type: unit, date: formatDay(day) };
  return { type: "period" as const, startDateTime: span.from, endDateTime: span.to };
}

/** The visible part of the powers, and the part of the period that is requested for it. */
function useZoom(shown: ShownRange) {
  const { from, to } = shown.span;
  // A period that ends now goes on while it is visible.
  const key = `${shown.unit} ${from} ${shown.isPresent || to}`;
  const [held, setHeld] = useState<{ key: string; view: Span } | null>(null);
  const view = held?.key === key ? held.view : null;
  const onView = (next: Span) =>
    setHeld(next.from <= from && next.to >= to ? null : { key, view: next });
  const wanted = view === null ? null : JSON.stringify(requestedSpan(view, shown.span));
  const part = useMemo(
    (): ShownRange =>
      wanted === null ? shown : { ...shown, unit: null, span: JSON.parse(wanted) as Span },
    [wanted, shown],
  );
  const zoom = { view, limits: shown.span, onView };
  return { part, zoom, reset: view === null ? null : () => setHeld(null) };
}

/** Returns the span of everything since the oldest data. */
function lifetimeOf(answer: SummaryAnswer | null, timeZone: string, now: number): Span {
  const today = daySpan(timeZone, dayOf(timeZone, now));
  const isKnown = answer?.type === "lifetime";
  const begin = isKnown ? daySpan(timeZone, dayOf(timeZone, answer.startDateTime)) : today;
  return { from: begin.from, to: today.to };
}

/** Returns the part of the address that names the site on its other pages. */
function useSiteSearch(): string {
  const [params] = useSearchParams();
  return siteSearch({ key: params.get("key") ?? "", roleKey: params.get("role") ?? "" });
}

/** Returns the same object as long as its content is equal. */
function useShown(...[range, timeZone, now]: Parameters<typeof showRange>): ShownRange {
  return useMemo(() => showRange(range, timeZone, now), [range, timeZone, now]);
}

const NO_TREE: readonly [] = [];

/** Charts that the logger's description of the site requires; none before it is known. */
function usePlan({ systemType, systemCode }: HistorySite): SitePlan {
  const { store } = useLiveConnection();
  const tree = useLive((live) => live.view?.equipment ?? NO_TREE);
  return useMemo(
    () =>
      planOf({ systemType, systemCode }, tree, (address) => store.read().view?.values[address]?.v),
    [systemType, systemCode, tree, store],
  );
}

/** Curves by phase that the logger's description of the site allows; none before it is known. */
function usePhaseCurves({ systemType, systemCode, mayReadEquipment = false }: HistorySite) {
  const tree = useLive((live) => live.view?.equipment ?? NO_TREE);
  return useMemo(
    () =>
      findPhaseCurves(tree, {
        systemCode,
        withEquipment: mayReadEquipment,
        withSinglePhase: systemType !== null && hasLoadCharts(systemType),
      }),
    [tree, systemCode, systemType, mayReadEquipment],
  );
}

function RunTime({ quantity: { val, quality, coverage } }: { quantity: Quantity }) {
  const { t, i18n } = useTranslation("charts");
  const hours = val === null ? NO_VALUE : `${formatHours(val, i18n.language)}\u00a0h`;
  return (
    <Fact>
      {t("history.power.generatorRunTime")} <bdi>{hours}</bdi>{" "}
      <QualitySign quality={quality} coverage={coverage} />
    </Fact>
  );
}

/** Qualities that are visible on the page. */
function useQualities(
  stats: StatsAnswer | null,
  energy: SummaryAnswer | null,
  hasStaleCurves: boolean,
): ReadonlySet<DataQuality> {
  return useMemo(() => {
    const blocks = stats === null ? [] : [stats.day, stats.week, stats.month, stats.year];
    const quantities = [
      ...blocks.flatMap(({ data }) => Object.values(data)),
      ...(energy?.list ?? []).flatMap((bar) =>
        Object.entries(bar).flatMap(([name, quantity]) =>
          name !== "previous" && typeof quantity === "object" && quantity !== null
            ? [quantity as Quantity]
            : [],
        ),
      ),
    ];
    const shown = new Set(quantities.map(({ quality }) => quality));
    return hasStaleCurves ? shown.add("stale") : shown;
  }, [stats, energy, hasStaleCurves]);
}

/** Whether a part of the curves is stale. */
function useHasStale(power: Power | null, extra: Extra | null): boolean {
  return useMemo(
    () =>
      [...Object.values(power?.series ?? {}), ...(extra?.lines.values() ?? [])].some(
        ({ stale }) => stale !== undefined && stale.length > 0,
      ),
    [power, extra],
  );
}

const View = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  minW: "0",
});

const Fact = styled("p", {
  display: "flex",
  alignItems: "center",
  gap: "1.5",
  textStyle: "sm",
  color: "fg.muted",
  "& bdi": { color: "fg", fontWeight: "medium", fontVariantNumeric: "tabular-nums" },
});
