import { Button } from "@chakra-ui/react";
import { useId } from "react";
import { Link } from "react-router";
import { type AlarmFilter, countFilters, writeAlarmFilter } from "#app/alarms/alarm-filter.ts";
import { AlarmFilters } from "#app/alarms/alarm-filters.tsx";
import { AlarmItem } from "#app/alarms/alarm-item.tsx";
import { AlarmList } from "#app/alarms/alarm-list.tsx";
import { AlarmLegend } from "#app/alarms/alarm-notes.tsx";
import { isOpen, type ListedAlarm } from "#app/alarms/listed-alarm.ts";
import { RowSelection } from "#app/alarms/row-selection.tsx";
import { SelectAll } from "#app/alarms/select-all.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { AlarmActions } from "./alarm-actions.tsx";
import { ClearPanel } from "./clear-panel.tsx";
import { ExportPanel } from "./export-panel.tsx";
import { HideForm } from "./hide-form.tsx";
import { LOG_PAGE, USUAL_FILTER } from "./log-data.ts";
import { Timeline } from "./timeline.tsx";

type LogViewProps = {
  filter: AlarmFilter;
  /** ms UTC */
  period: { from?: number; to?: number };
  pages: number;
  total: number;
  alarms: readonly ListedAlarm[];
  /** The alarms of the timeline, and how many of the filters are newer. */
  drawn: { alarms: readonly ListedAlarm[]; before: number };
  /** The newest active alarms of the filters and their number, if the other alarms are ended ones; null if not. */
  open: { alarms: readonly ListedAlarm[]; total: number } | null;
  /** The alarm of the link that opened the page; empty if it is no longer in the log, null without one. */
  linked: readonly ListedAlarm[] | null;
  now: number;
  site: { search: string; name: string; timeZone: string };
  may: { acknowledge: boolean; clear: boolean; export: boolean };
};

/** The alarm log of a site: filters, a timeline, and the alarms with their actions. */
export function LogView(props: LogViewProps) {
  const { filter, period, pages, total, alarms, drawn, open, linked, now, site, may } = props;
  const { t } = useTranslation("alarms");
  const hideForm = useId();
  const kept = Object.fromEntries(new URLSearchParams(site.search));
  const mayHide = may.clear && !alarms.every(isOpen);
  const active = open?.alarms ?? [];
  const hasActive = active.length > 0 && filter.page === 1;
  const addressOf = (alarm: ListedAlarm, place: number) => {
    const page = Math.floor(Math.max(0, place - active.length) / LOG_PAGE) + 1;
    const shown = { ...filter, page, alarm: alarm.logId };
    return `/log${writeAlarmFilter(site.search, shown, USUAL_FILTER)}`;
  };
  const item = (alarm: ListedAlarm) => (
    <AlarmItem
      key={alarm.logId}
      alarm={alarm}
      timeZone={site.timeZone}
      now={now}
      isMarked={alarm.logId === filter.alarm}
      selection={
        mayHide &&
        !active.includes(alarm) && (
          <RowSelection
            isSelectable={!isOpen(alarm)}
            name="row"
            value={alarm.logId}
            form={hideForm}
            label={t("log.select", { alarm: alarm.description })}
          />
        )
      }
    >
      {may.acknowledge && <AlarmActions alarm={alarm} timeZone={site.timeZone} now={now} />}
    </AlarmItem>
  );
  const listed = hasActive ? [...active, ...alarms] : alarms;
  const isElsewhere = linked?.every(({ logId }) => listed.every((one) => one.logId !== logId));
  const isFiltered = countFilters(filter, USUAL_FILTER) > 0;
  const emptyText = hasActive ? "log.noneEnded" : isFiltered ? "log.noMatch" : "log.empty";
  return (
    <ListPage
      level={2}
      title={t("log.title")}
      text={t("log.lead")}
      tools={
        (may.export || may.clear) && (
          <>
            {may.export && <ExportPanel timeZone={site.timeZone} period={period} now={now} />}
            {may.clear && <ClearPanel />}
          </>
        )
      }
    >
      {linked !== null && isElsewhere && (
        <section aria-label={t("log.linked")}>
          {linked.length === 0 ? (
            <Notice tone="info">{t("log.linkedGone")}</Notice>
          ) : (
            <AlarmList>{linked.map(item)}</AlarmList>
          )}
        </section>
      )}
      <AlarmFilters
        path="/log"
        filter={filter}
        usual={USUAL_FILTER}
        kept={kept}
        hasPeriod
        searchLabel={t("filter.searchLog")}
      />
      {hasActive && (
        <Active aria-label={t("log.active")}>
          <Bar>
            <h3>{t("log.active")}</h3>
            <p role="status">{t("log.count", { count: open?.total ?? 0 })}</p>
          </Bar>
          <AlarmList data-actions={may.acknowledge || undefined}>{active.map(item)}</AlarmList>
          {open !== null && open.total > active.length && (
            <Button asChild variant="outline" size="sm" alignSelf="flex-start">
              <Link
                to={`/log${writeAlarmFilter(site.search, { ...filter, state: "open", alarm: null }, USUAL_FILTER)}`}
              >
                {t("log.allActive")}
              </Link>
            </Button>
          )}
        </Active>
      )}
      {alarms.length === 0 ? (
        <EmptyList>
          <p>{t(emptyText)}</p>
          {filter.period !== "all" && (
            <Button asChild variant="outline" size="sm">
              <Link
                to={`/log${writeAlarmFilter(site.search, { ...USUAL_FILTER, period: "all" }, USUAL_FILTER)}`}
              >
                {t("log.showAll")}
              </Link>
            </Button>
          )}
        </EmptyList>
      ) : (
        <>
          <Timeline
            alarms={[...active, ...drawn.alarms]}
            before={drawn.before}
            total={total + (open?.total ?? 0)}
            period={period}
            addressOf={addressOf}
            timeZone={site.timeZone}
            now={now}
          />
          <Bar>
            {hasActive && <h3>{t("log.ended")}</h3>}
            <p role="status">{t("log.count", { count: total })}</p>
            {mayHide && (
              <div>
                <SelectAll form={hideForm} />
                <HideForm id={hideForm} />
              </div>
            )}
          </Bar>
          <AlarmList
            aria-label={t("log.title")}
            data-actions={(may.acknowledge && alarms.some(isOpen)) || undefined}
          >
            {alarms.map(item)}
          </AlarmList>
        </>
      )}
      <AlarmLegend alarms={listed} />
      <Pager
        page={filter.page}
        pages={pages}
        addressOf={(page) =>
          `/log${writeAlarmFilter(site.search, { ...filter, page, alarm: null }, USUAL_FILTER)}`
        }
      />
    </ListPage>
  );
}

const Active = styled("section", { display: "flex", flexDirection: "column", gap: "3", mb: "2" });

const Bar = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "2",
  color: "fg.muted",
  "& h3": { textStyle: "md", fontWeight: "semibold", color: "fg" },
  "& > div": { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2", ms: "auto" },
});
