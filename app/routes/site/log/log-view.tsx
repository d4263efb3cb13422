import { Button } from "@chakra-ui/react";
import { useId } from "react";
import { Link } from "react-router";
import { type AlarmFilter, isFiltered, writeAlarmFilter } from "#app/alarms/alarm-filter.ts";
import { AlarmFilters } from "#app/alarms/alarm-filters.tsx";
import { AlarmItem } from "#app/alarms/alarm-item.tsx";
import { AlarmList } from "#app/alarms/alarm-list.tsx";
import type { ListedAlarm } from "#app/alarms/listed-alarm.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { AlarmActions } from "./alarm-actions.tsx";
import { ClearPanel } from "./clear-panel.tsx";
import { ExportPanel } from "./export-panel.tsx";
import { HideForm } from "./hide-form.tsx";
import { USUAL_FILTER } from "./log-data.ts";
import { Timeline } from "./timeline.tsx";

type LogViewProps = {
  filter: AlarmFilter;
  /** ms UTC */
  period: { from?: number; to?: number };
  pages: number;
  total: number;
  alarms: readonly ListedAlarm[];
  /** The alarm of the link that opened the page; empty if it is no longer in the log, null without one. */
  linked: readonly ListedAlarm[] | null;
  now: number;
  site: { search: string; name: string; timeZone: string };
  may: { acknowledge: boolean; clear: boolean; export: boolean };
};

/** The alarm log of a site: filters, a timeline, and the alarms with their actions. */
export function LogView(props: LogViewProps) {
  const { filter, period, pages, total, alarms, linked, now, site, may } = props;
  const { t } = useTranslation("alarms");
  const hideForm = useId();
  const kept = Object.fromEntries(new URLSearchParams(site.search));
  const isSeveral = alarms.some(({ endTime }) => endTime !== null);
  const mayHide = may.clear && isSeveral;
  const item = (alarm: ListedAlarm) => (
    <AlarmItem
      key={alarm.logId}
      alarm={alarm}
      timeZone={site.timeZone}
      now={now}
      isMarked={alarm.logId === filter.alarm}
      selection={
        mayHide && (
          <span data-select>
            {alarm.endTime !== null && (
              <input
                type="checkbox"
                name="row"
                value={alarm.logId}
                form={hideForm}
                aria-label={t("log.select", { alarm: alarm.description })}
              />
            )}
          </span>
        )
      }
    >
      {may.acknowledge && <AlarmActions alarm={alarm} timeZone={site.timeZone} now={now} />}
    </AlarmItem>
  );
  const isElsewhere = linked?.every(({ logId }) => alarms.every((one) => one.logId !== logId));
  return (
    <Page data-no-totals>
      <header>
        <div>
          <h2>{t("log.title")}</h2>
          <p>{t("log.lead")}</p>
        </div>
        <div data-tools>
          {may.export && <ExportPanel timeZone={site.timeZone} period={period} now={now} />}
          {may.clear && <ClearPanel />}
        </div>
      </header>
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
      {alarms.length === 0 ? (
        <Empty>
          <p>{t(isFiltered(filter, USUAL_FILTER) ? "log.noMatch" : "log.empty")}</p>
          {filter.period !== "all" && (
            <Button asChild variant="outline" size="sm">
              <Link
                to={`/log${writeAlarmFilter(site.search, { ...USUAL_FILTER, period: "all" }, USUAL_FILTER)}`}
              >
                {t("log.showAll")}
              </Link>
            </Button>
          )}
        </Empty>
      ) : (
        <>
          <Timeline alarms={alarms} period={period} timeZone={site.timeZone} now={now} />
          <div data-bar>
            <p role="status">{t("log.count", { count: total })}</p>
            {mayHide && <HideForm id={hideForm} />}
          </div>
          <AlarmList aria-label={t("log.title")}>{alarms.map(item)}</AlarmList>
        </>
      )}
      <Pager
        page={filter.page}
        pages={pages}
        addressOf={(page) =>
          `/log${writeAlarmFilter(site.search, { ...filter, page, alarm: null }, USUAL_FILTER)}`
        }
      />
    </Page>
  );
}

const Page = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  minW: "0",
  "& > header": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "flex-start",
    justifyContent: "space-between",
    gap: "3",
  },
  "& > header h2": { textStyle: "lg", fontWeight: "semibold" },
  "& > header p": { textStyle: "sm", color: "fg.muted" },
  "& [data-tools]": { display: "flex", flexWrap: "wrap", gap: "2" },
  "& > [data-bar]": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "2",
    textStyle: "sm",
    color: "fg.muted",
  },
});

const Empty = styled("div", {
  layerStyle: "card",
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  gap: "3",
  px: "4",
  py: "12",
  textAlign: "center",
  color: "fg.muted",
});
