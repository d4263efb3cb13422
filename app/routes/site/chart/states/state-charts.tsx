import { Button } from "@chakra-ui/react";
import { type ComponentProps, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import type BacklogNoticePart from "#app/charts/backlog-notice.tsx";
import { ChartCard } from "#app/charts/chart-card.tsx";
import type NewestDataPart from "#app/charts/newest-data.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { daySpan, type Span } from "#domain/history/local-days.ts";
import { formatCount } from "#domain/units/count.ts";
import { readPeriod, writePeriod } from "../history/history-query.ts";
import type { ChartSite } from "../open-chart.server.ts";
import type CompactStatesPart from "./compact-states.tsx";
import { EquipmentChoice } from "./equipment-choice.tsx";
import { LAYOUTS, type Layout, LayoutChoice } from "./layout-choice.tsx";
import { nameRange, rangeOf, type SelectedRange } from "./selected-range.ts";
import { type SharedCursor, StateChart } from "./state-chart.tsx";
import { StateShares } from "./state-shares.tsx";
import { StatesRange } from "./states-range.tsx";
import { useRemembered } from "./use-remembered.ts";
import { useStates } from "./use-states.ts";

const BacklogNotice = lazyComponent<ComponentProps<typeof BacklogNoticePart>>(
  () => import("#app/charts/backlog-notice.tsx"),
  { reportErrors: false },
);

const NewestData = lazyComponent<ComponentProps<typeof NewestDataPart>>(
  () => import("#app/charts/newest-data.tsx"),
  { reportErrors: false },
);

/** Height of a large chart, px (specification, section 9). */
const HEIGHT_PX = 450;
const MAX_CHANGES = 10_000;

const CompactStates = lazyComponent<ComponentProps<typeof CompactStatesPart>>(
  () => import("./compact-states.tsx"),
);

const readLayout = (kept: unknown) => LAYOUTS.find((one) => one === kept) ?? null;
const readHidden = (kept: unknown) =>
  Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : null;
const NONE: readonly string[] = [];

/** One chart with the statuses of each piece of equipment; all of them show the same span. */
export function StateCharts({ site }: { site: ChartSite }) {
  const { timeZone, siteKey } = site;
  const { t, i18n } = useTranslation("charts");
  const [params, setParams] = useSearchParams();
  const [range, setRange] = useState<SelectedRange>(
    () => readPeriod(params, timeZone, site.now) ?? rangeOf("today", timeZone, site.now),
  );
  const [isPicked, setPicked] = useState(false);
  /** Visible part of the range; null for all of it. */
  const [window, setWindow] = useState<Span | null>(null);
  const [cursor, setCursor] = useState<SharedCursor>(null);
  const [layout, setLayout] = useRemembered<Layout>("statecurve.columns", 1, readLayout);
  const isCompact = layout === "compact";
  const [kept, keep] = useRemembered<readonly string[]>(
    `statecurve.hidden.${siteKey}`,
    NONE,
    readHidden,
  );
  const { pieces, shown, counted, now, isWhole, isLoading, refusal, refetch } = useStates(
    site,
    range.span,
    isPicked,
  );
  const pick = (next: SelectedRange) => {
    setRange(next);
    const { span, shortcut } = next;
    setParams(
      (before) =>
        writePeriod(
          before,
          shortcut === null ? { kind: "span", span } : { kind: "shortcut", name: shortcut },
        ),
      { replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
    );
    setPicked(true);
    setWindow(null);
    setCursor(null);
  };
  const zoom = (next: Span) =>
    setWindow(next.from <= limits.from && next.to >= limits.to ? null : next);
  const hidden = new Set(kept);
  const visible = pieces?.filter(({ address }) => !hidden.has(address)) ?? [];
  const limits = shown ?? range.span;
  const isEmpty =
    !isLoading && visible.length > 0 && visible.every(({ intervals }) => intervals.length === 0);
  // While another range loads, the charts show the previous one.
  const seen = window ?? limits;
  return (
    <>
      <Bar>
        <StatesRange timeZone={timeZone} now={now} range={range} onPick={pick} />
        <div>
          {window && (
            <Button size="sm" variant="ghost" onClick={() => setWindow(null)}>
              {t("states.wholeRange")}
            </Button>
          )}
          {pieces !== null && pieces.length > 0 && (
            <EquipmentChoice pieces={pieces} hidden={hidden} onHide={(next) => keep([...next])} />
          )}
          <LayoutChoice layout={layout} onChoose={setLayout} />
        </div>
      </Bar>
      <BacklogNotice siteKey={siteKey} onMore={refetch} />
      {refusal !== null && (
        <Notice tone="fault">
          {refusal || t("noAnswer")}{" "}
          <Button variant="plain" size="sm" h="auto" px="1" onClick={refetch}>
            {t("again")}
          </Button>
        </Notice>
      )}
      {!isWhole && (
        <Notice tone="info">
          {t("states.notWhole", { number: formatCount(MAX_CHANGES, i18n.language) })}
        </Notice>
      )}
      {isEmpty && (
        <Notice tone="info">
          <Suspense>
            <NewestData
              {...{ siteKey, timeZone, span: limits }}
              onGo={(day) => pick(nameRange(daySpan(timeZone, day), timeZone, now))}
            />
          </Suspense>
        </Notice>
      )}
      <Charts data-columns={layout} aria-busy={isLoading}>
        {pieces === null && isLoading && (
          <Placeholder role="status" aria-label={t("states.loading")} />
        )}
        {isCompact && visible.length > 0 && (
          <Suspense fallback={<Placeholder role="status" aria-label={t("states.loading")} />}>
            <CompactStates pieces={visible} timeZone={timeZone} window={seen} counted={counted} />
          </Suspense>
        )}
        {(isCompact ? [] : visible).map(({ address, name, intervals }) => (
          <ChartCard
            key={address}
            title={name}
            isLoading={isLoading}
            isEmpty={intervals.length === 0}
            height={HEIGHT_PX}
          >
            <StateChart
              address={address}
              name={name}
              intervals={intervals}
              timeZone={timeZone}
              limits={limits}
              cursor={cursor}
              height={HEIGHT_PX}
              window={seen}
              onWindow={zoom}
              onCursor={setCursor}
            />
            {counted && <StateShares name={name} intervals={intervals} span={counted} />}
          </ChartCard>
        ))}
      </Charts>
      {pieces !== null && visible.length === 0 && (
        <Empty>{t(pieces.length === 0 ? "states.none" : "states.allHidden")}</Empty>
      )}
    </>
  );
}

const Bar = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "3",
  "& > div:last-of-type": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "2",
    // Reserves room until the equipment is known, so that the charts do not move.
    w: { base: "full", sm: "auto" },
    minH: "9",
  },
});

const Charts = styled("div", {
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  alignItems: "start",
  gap: "4",
  "&[data-columns='2'], &[data-columns='3']": {
    md: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" },
  },
  "&[data-columns='3']": { xl: { gridTemplateColumns: "repeat(3, minmax(0, 1fr))" } },
});

const Placeholder = styled("div", {
  layerStyle: "card",
  h: "32rem",
  animation: "pulse 1.6s ease-in-out infinite",
  _motionReduce: { animation: "none" },
});

const Empty = styled("p", {
  layerStyle: "card",
  display: "grid",
  placeItems: "center",
  minH: "60",
  px: "4",
  textStyle: "sm",
  textAlign: "center",
  color: "fg.muted",
});
