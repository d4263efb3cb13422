import { useId } from "react";
import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useMoment } from "#app/routes/portal/user/use-moment.ts";
import { styled } from "#app/theme/styled.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { pillStyles } from "#app/ui/pill-styles.ts";
import { CHANNELS } from "#domain/notifications/notice.ts";
import { formatNumber } from "#domain/units/format-number.ts";
import type { Delivery, DeliveryHistory, DeliverySummary } from "./delivery-data.ts";
import { DeliveryPlot } from "./delivery-plot.tsx";
import { type DeliveryQuery, deliveryAddress, STATES } from "./delivery-query.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { ReplayForm } from "./replay-form.tsx";

type DeliveryViewProps = {
  query: DeliveryQuery;
  summary: DeliverySummary;
  deliveries: readonly Delivery[];
  history: DeliveryHistory;
  pages: number;
};

/** Deliveries of the portal on each channel: counts, a plot, and a list by state. */
export function DeliveryView({ query, summary, deliveries, history, pages }: DeliveryViewProps) {
  const { t } = useTranslation("platform");
  const formId = useId();
  const { channel, state } = query;
  const { replayable, replayableWebhooks } = summary;
  return (
    <ListPage title={t("deliveries.title")} text={t("deliveries.lead")} level={1}>
      <ChannelCards query={query} summary={summary} />
      {channel === "mail" && <QueueFacts summary={summary} />}
      <DeliveryPlot query={query} history={history} />
      <ListSection aria-label={t("deliveries.list")}>
        <nav aria-label={t("deliveries.states")} data-states>
          {STATES.map((one) => (
            <Link
              key={one}
              to={deliveryAddress(query, { state: one })}
              aria-current={one === state ? "true" : undefined}
              preventScrollReset
            >
              {t(`deliveries.state.${one}`)}
            </Link>
          ))}
        </nav>
        {state === "failed" && channel === "push" && <p>{t("replay.push")}</p>}
        {state === "failed" && channel !== "push" && (
          <ReplayForm
            key={channel}
            id={formId}
            channel={channel}
            replayable={channel === "mail" ? replayable : replayableWebhooks}
            hasSelection={deliveries.some(({ isReplayable }) => isReplayable)}
          />
        )}
        <DeliveryTable query={query} deliveries={deliveries} formId={formId} />
        <Pager
          page={query.page}
          pages={pages}
          addressOf={(page) => deliveryAddress(query, { page })}
        />
      </ListSection>
    </ListPage>
  );
}

/** Counts of each channel; a card shows its channel below. */
function ChannelCards({ query, summary }: Pick<DeliveryViewProps, "query" | "summary">) {
  const { t, i18n } = useTranslation("platform");
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <Channels aria-label={t("deliveries.channels")}>
      {CHANNELS.map((channel) => {
        const { waiting, sent, failed } = summary.channels[channel];
        return (
          <Link
            key={channel}
            to={deliveryAddress(query, { channel })}
            aria-current={channel === query.channel ? "true" : undefined}
            preventScrollReset
          >
            <strong>{t(`deliveries.channel.${channel}`)}</strong>
            <span data-count>
              <b>{number(waiting)}</b> {t("deliveries.state.waiting")}
            </span>
            <span data-count>
              <b>{number(sent)}</b> {t("deliveries.state.sent")}
              <small>{t("deliveries.lastDay")}</small>
            </span>
            <span data-count data-failed={failed > 0 || undefined}>
              <b>{number(failed)}</b> {t("deliveries.state.failed")}
              <small>{t("deliveries.lastDay")}</small>
            </span>
          </Link>
        );
      })}
    </Channels>
  );
}

/** Numbers of waiting e-mails, and the oldest of them. */
function QueueFacts({ summary }: { summary: DeliverySummary }) {
  const { t, i18n } = useTranslation("platform");
  const moment = useMoment();
  const { waiting, retried, oldestWaitingAt, notifications } = summary;
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <Facts aria-label={t("deliveries.queue")}>
      <h2>{t("deliveries.queue")}</h2>
      <dl>
        {(["urgent", "alarms", "others"] as const).map((budget) => (
          <div key={budget}>
            <dt>{t(`deliveries.${budget}`)}</dt>
            <dd>{number(waiting[budget])}</dd>
          </div>
        ))}
        <div>
          <dt>{t("deliveries.retried")}</dt>
          <dd>{number(retried)}</dd>
        </div>
        <div>
          <dt>{t("deliveries.oldest")}</dt>
          <dd>{oldestWaitingAt === null ? t("deliveries.none") : moment(oldestWaitingAt)}</dd>
        </div>
        <div>
          <dt>{t("deliveries.held")}</dt>
          <dd>
            {number(notifications.mail ?? 0)}
            <small>{t("deliveries.heldHint")}</small>
          </dd>
        </div>
      </dl>
    </Facts>
  );
}

const Channels = styled("nav", {
  display: "grid",
  gap: "3",
  gridTemplateColumns: { base: "minmax(0, 1fr)", md: "repeat(3, minmax(0, 1fr))" },
  "& a": {
    layerStyle: "card",
    display: "flex",
    flexDirection: "column",
    gap: "1",
    px: "4",
    py: "3.5",
    color: "fg",
    focusVisibleRing: "outside",
    _hover: { bg: "bg.hover" },
    "&[aria-current]": { borderColor: "brand.solid", bg: "brand.subtle" },
  },
  "& strong": { fontWeight: "semibold", mb: "1" },
  "& [data-count]": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    columnGap: "1.5",
    "& b": { textStyle: "number", fontWeight: "semibold", minW: "8" },
    "& small": { textStyle: "xs", color: "fg.muted" },
  },
  "& [data-failed]": { color: "fault", "& small": { color: "fault" } },
});

const ListSection = styled("section", {
  display: "flex",
  flexDirection: "column",
  gap: "3",
  minW: "0",
  "& [data-states]": { display: "flex", flexWrap: "wrap", gap: "2" },
  "& > p": { color: "fg.muted" },
  "& [data-states] a": pillStyles,
});

const Facts = styled("section", {
  layerStyle: "card",
  px: "4",
  py: "3.5",
  "& h2": { fontWeight: "semibold" },
  "& dl": {
    display: "grid",
    mt: "2",
    gap: "3",
    gridTemplateColumns: {
      base: "repeat(2, minmax(0, 1fr))",
      md: "repeat(3, minmax(0, 1fr))",
      xl: "repeat(6, minmax(0, 1fr))",
    },
  },
  "& dl > div": { display: "flex", flexDirection: "column", minW: "0" },
  "& dt": { textStyle: "xs", color: "fg.muted" },
  "& dd small": { display: "block", textStyle: "xs", fontWeight: "normal", color: "fg.muted" },
  "& dd": { fontWeight: "medium", overflowWrap: "anywhere" },
});
