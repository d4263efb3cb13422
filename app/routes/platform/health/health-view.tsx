import { Link } from "react-router";
import type { ApiAnswer } from "#app/api/api-types.ts";
import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { formatNumber } from "#domain/units/format-number.ts";
import { Facts } from "../back-link.tsx";
import { OwnMoment } from "../own-moment.tsx";

type Health = ApiAnswer<"POST /platform/v2/health/get">;

/** Counts above it are shown as "10,000+". */
const MAX_COUNTED = 10_000;
const MEGABYTE = 1_000_000;
const REASONS = ["refused", "attempts", "late", "content"] as const;

/** Shows backlogs, failures, the scheduled jobs and numbers of rows. */
export function HealthView({ health }: { health: Health }) {
  const { t, i18n } = useTranslation("platform");
  const { backlogs, failures, jobs, counts, databaseBytes } = health;
  const number = (value: number) =>
    formatNumber(value, i18n.language) + (value >= MAX_COUNTED ? "+" : "");
  return (
    <ListPage title={t("health.title")} text={t("health.lead")} level={1}>
      <Section stacked title={t("health.waiting")} text={t("health.waitingText")}>
        <Facts>
          {(Object.keys(backlogs) as (keyof typeof backlogs)[]).map((name) => {
            const { count, since } = backlogs[name];
            return (
              <div key={name}>
                <dt>{t(`health.backlogs.${name}`)}</dt>
                <dd>
                  {number(count)}
                  {since !== null && (
                    <Since>
                      {t("health.since")} <OwnMoment at={since} />
                    </Since>
                  )}
                </dd>
              </div>
            );
          })}
        </Facts>
      </Section>
      <Section stacked title={t("health.failures")} text={t("health.failuresText")}>
        {failures.length === 0 ? (
          <p>{t("health.noFailures")}</p>
        ) : (
          <Table aria-label={t("health.failures")}>
            <thead>
              <tr>
                <th scope="col">{t("health.channel")}</th>
                <th scope="col">{t("health.reason")}</th>
                <th scope="col">{t("health.count")}</th>
              </tr>
            </thead>
            <tbody>
              {failures.map((failure) => (
                <FailureRow
                  key={`${failure.channel} ${failure.reason} ${failure.detail}`}
                  failure={failure}
                  count={number(failure.count)}
                />
              ))}
            </tbody>
          </Table>
        )}
        <p>
          <Link to="/platform/deliveries">{t("health.deliveries")}</Link>
        </p>
      </Section>
      <Section stacked title={t("health.jobs")} text={t("health.jobsText")}>
        {jobs.length === 0 ? (
          <p>{t("health.noJobs")}</p>
        ) : (
          <Table aria-label={t("health.jobs")}>
            <thead>
              <tr>
                <th scope="col">{t("health.job")}</th>
                <th scope="col">{t("health.lastRun")}</th>
                <th scope="col">{t("health.duration")}</th>
                <th scope="col">{t("health.result")}</th>
              </tr>
            </thead>
            <tbody>
              {jobs.map(({ job, cron, startTime, durationMs, failures: failed }) => (
                <tr key={job}>
                  <td>
                    <code dir="ltr">{`${job} (${cron})`}</code>
                  </td>
                  <td data-label={t("health.lastRun")}>
                    <OwnMoment at={startTime} />
                  </td>
                  <td data-label={t("health.duration")}>
                    <bdi dir="ltr">{`${formatNumber(durationMs, i18n.language)} ms`}</bdi>
                  </td>
                  <td data-label={t("health.result")} data-failed={failed > 0 || undefined}>
                    {failed > 0 ? t("health.failed", { runs: failed }) : t("health.succeeded")}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Section>
      <Section stacked title={t("health.database")} text={t("health.databaseText")}>
        <Facts>
          {(Object.keys(counts) as (keyof typeof counts)[]).map((name) => (
            <div key={name}>
              <dt>{t(`health.tables.${name}`)}</dt>
              <dd>{number(counts[name])}</dd>
            </div>
          ))}
          {databaseBytes !== null && (
            <div>
              <dt>{t("health.size")}</dt>
              <dd>
                <bdi dir="ltr">{`${formatNumber(Math.ceil(databaseBytes / MEGABYTE), i18n.language)} MB`}</bdi>
              </dd>
            </div>
          )}
        </Facts>
      </Section>
    </ListPage>
  );
}

type FailureRowProps = { failure: Health["failures"][number]; count: string };

function FailureRow({ failure: { channel, reason, detail }, count }: FailureRowProps) {
  const { t } = useTranslation("platform");
  const known = REASONS.find((one) => one === reason);
  return (
    <tr>
      <td>{t(`deliveries.channel.${channel}`)}</td>
      <td data-label={t("health.reason")}>
        {known === undefined
          ? reason && <code dir="ltr">{reason}</code>
          : t(`health.reasons.${known}`)}
        {detail !== null && <code dir="ltr"> {detail}</code>}
      </td>
      <td data-label={t("health.count")}>{count}</td>
    </tr>
  );
}

const Since = styled("small", { display: "block", textStyle: "xs", color: "fg.muted" });

const Table = styled("table", {
  w: "full",
  borderCollapse: "collapse",
  fontVariantNumeric: "tabular-nums",
  "& th": { textAlign: "start", textStyle: "xs", fontWeight: "medium", color: "fg.muted", pb: "2" },
  "& td": { overflowWrap: "anywhere" },
  "& code": { fontFamily: "mono", textStyle: "xs" },
  "& [data-failed]": { color: "fault", fontWeight: "medium" },
  md: { "& td": { py: "1.5", pe: "4", borderTopWidth: "1px", borderColor: "border.muted" } },
  mdDown: {
    display: "block",
    "& thead": { srOnly: true },
    "& tbody": { display: "block" },
    "& tr": { display: "flex", flexDirection: "column", gap: "1", py: "2.5" },
    "& tr + tr": { borderTopWidth: "1px", borderColor: "border.muted" },
    "& td[data-label]": {
      display: "flex",
      flexWrap: "wrap",
      justifyContent: "space-between",
      columnGap: "3",
      _before: { content: "attr(data-label)", color: "fg.muted" },
    },
  },
});
