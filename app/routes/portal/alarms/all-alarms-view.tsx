import { Button, Flex } from "@chakra-ui/react";
import { useId } from "react";
import { Link } from "react-router";
import { type AlarmFilter, countFilters, writeAlarmFilter } from "#app/alarms/alarm-filter.ts";
import { AlarmFilters } from "#app/alarms/alarm-filters.tsx";
import { AlarmItem } from "#app/alarms/alarm-item.tsx";
import { AlarmList } from "#app/alarms/alarm-list.tsx";
import { AlarmLegend } from "#app/alarms/alarm-notes.tsx";
import { isUnacknowledged } from "#app/alarms/listed-alarm.ts";
import { RowSelection } from "#app/alarms/row-selection.tsx";
import { SelectAll } from "#app/alarms/select-all.tsx";
import { Refusal } from "#app/forms/refusal.tsx";
import { LiveRegion } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { siteSearch } from "#app/site-search.ts";
import { styled } from "#app/theme/styled.tsx";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { EVENT_LEVELS } from "#domain/alarms/event-levels.ts";
import {
  type AcknowledgeOutcomes,
  type AlarmCounts,
  type AllAlarmsExtra,
  countOutcomes,
  failureOf,
  NOTHING_SELECTED,
  type SiteAlarm,
  selectionOf,
  USUAL_FILTER,
} from "./all-alarms.ts";

type AllAlarmsViewProps = {
  filter: AlarmFilter;
  alarms: readonly SiteAlarm[];
  total: number;
  counts: AlarmCounts;
  pages: number;
  now: number;
};

/** The alarms of all sites of a user, the most urgent first, with bulk acknowledgement. */
export function AllAlarmsView({ filter, alarms, total, counts, pages, now }: AllAlarmsViewProps) {
  const { t } = useTranslation("alarms");
  const formId = useId();
  const address = (changes: Partial<AlarmFilter>) =>
    `/alarms${writeAlarmFilter("", { ...USUAL_FILTER, ...changes }, USUAL_FILTER)}`;
  const own = useOwnForm<AllAlarmsExtra>("acknowledge", { drafts: "none" });
  const outcomes = own.result?.outcomes ?? {};
  const isSelectable = alarms.some(isUnacknowledged);
  const isDone = (alarm: SiteAlarm) => outcomes[selectionOf(alarm)] === "acknowledged";
  // An alarm that could not be acknowledged stays selected.
  const failure = (alarm: SiteAlarm) => failureOf(outcomes[selectionOf(alarm)]);
  return (
    <ListPage level={1} title={t("all.title")} text={t("all.lead")}>
      <Counts aria-label={t("all.counts")}>
        {EVENT_LEVELS.map((level) => (
          <Link
            key={level}
            to={address({ level })}
            data-level={level}
            data-none={counts[level] === 0 || undefined}
            aria-current={filter.level === level ? "true" : undefined}
          >
            {t(`all.levels.${level}`, { count: counts[level] })}
          </Link>
        ))}
        <Link
          to={address({ unacknowledged: true })}
          data-none={counts.unacknowledged === 0 || undefined}
          aria-current={filter.unacknowledged ? "true" : undefined}
        >
          {t("all.unacknowledged", { count: counts.unacknowledged })}
        </Link>
      </Counts>
      <AlarmFilters
        path="/alarms"
        filter={filter}
        usual={USUAL_FILTER}
        hasAcknowledged
        searchLabel={t("filter.searchAll")}
      />
      <Flex wrap="wrap" align="center" justify="space-between" gap="2">
        <p role="status">{total > 0 && t("log.count", { count: total })}</p>
        <BulkForm id={formId} isNeeded={isSelectable} own={own} />
      </Flex>
      {alarms.length === 0 ? (
        <EmptyList>
          <p>{t(countFilters(filter, USUAL_FILTER) > 0 ? "log.noMatch" : "all.empty")}</p>
        </EmptyList>
      ) : (
        <>
          <AlarmList aria-label={t("all.title")}>
            {alarms.map((alarm) => (
              <AlarmItem
                key={selectionOf(alarm)}
                alarm={alarm}
                timeZone={alarm.site.timeZoneId}
                now={now}
                site={
                  <Link to={`/log${siteSearch(alarm.site)}&alarm=${alarm.logId}`}>
                    <bdi>{alarm.site.name}</bdi>
                  </Link>
                }
                selection={
                  isSelectable && (
                    <RowSelection
                      isSelectable={isUnacknowledged(alarm) && !isDone(alarm)}
                      name="alarm"
                      value={selectionOf(alarm)}
                      form={formId}
                      isSelected={failure(alarm) !== null}
                      label={t("all.select", { alarm: alarm.description, site: alarm.site.name })}
                    />
                  )
                }
                failure={failure(alarm)}
                isDone={isDone(alarm)}
              />
            ))}
          </AlarmList>
          <AlarmLegend alarms={alarms} />
        </>
      )}
      <Pager
        page={filter.page}
        pages={pages}
        addressOf={(page) => `/alarms${writeAlarmFilter("", { ...filter, page }, USUAL_FILTER)}`}
      />
    </ListPage>
  );
}

type BulkFormProps = {
  id: string;
  isNeeded: boolean;
  own: ReturnType<typeof useOwnForm<AllAlarmsExtra>>;
};

/** Acknowledges the selected alarms; their check boxes name this form by its `id`. */
function BulkForm({ id, isNeeded, own: { Form, form, busy, outcome } }: BulkFormProps) {
  const { t } = useTranslation("alarms");
  const done = outcome?.outcomes;
  return (
    <Bulk>
      <LiveRegion aria-live="polite">
        {outcome?.problem?.message === NOTHING_SELECTED ? (
          <Notice tone="fault">{t("all.nothingSelected")}</Notice>
        ) : (
          <Refusal result={outcome} />
        )}
        {outcome?.problem === null && done && <Acknowledged outcomes={done} />}
      </LiveRegion>
      <Form id={id} method="post" ref={form} hidden={!isNeeded}>
        <SelectAll form={id} />
        <Button
          type="submit"
          name="intent"
          value="acknowledge"
          size="sm"
          aria-disabled={busy}
          onClick={(event) => busy && event.preventDefault()}
        >
          {t("all.acknowledge")}
        </Button>
      </Form>
    </Bulk>
  );
}

function Acknowledged({ outcomes }: { outcomes: AcknowledgeOutcomes }) {
  const { t } = useTranslation("alarms");
  const { done, ended, failed } = countOutcomes(outcomes);
  return (
    <Notice tone={failed > 0 ? "warning" : "good"}>
      {(done > 0 || ended + failed === 0) && t("all.done", { count: done })}
      {ended > 0 && ` ${t("all.ended", { count: ended })}`}
      {failed > 0 && ` ${t("all.failed", { count: failed })}`}
    </Notice>
  );
}

const Bulk = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "2",
  "& form:not([hidden])": { display: "flex", flexWrap: "wrap", gap: "2" },
});

/** Numbers of open alarms, each with the list of them. */
const Counts = styled("nav", {
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  "& a": {
    display: "inline-flex",
    alignItems: "center",
    px: "3",
    minH: "9",
    borderWidth: "1px",
    borderRadius: "full",
    fontWeight: "medium",
    bg: "bg.panel",
    focusVisibleRing: "outside",
    _hover: { bg: "bg.hover" },
    "@media (pointer: coarse)": { minH: "11" },
  },
  "& [data-level=fault]": { bg: "fault.wash", color: "fault" },
  "& [data-level=warning]": { bg: "warning.wash", color: "warning" },
  "& [data-level=info]": { bg: "info.wash", color: "info" },
  "& [data-none]": { bg: "bg.panel", color: "fg.muted" },
  "& [aria-current]": { borderColor: "currentColor", boxShadow: "inset 0 0 0 1px currentColor" },
});
