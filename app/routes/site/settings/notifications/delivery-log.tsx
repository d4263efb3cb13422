import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { formatNumber } from "#domain/units/format-number.ts";
import type { WebhookDelivery } from "./notification-data.ts";
import { useWebhookFault } from "./use-webhook-fault.ts";

type DeliveryLogProps = { deliveries: readonly WebhookDelivery[]; timeZone: string };

/** Events of deliveries whose names have a text; another one is shown as it is. */
const EVENTS = [
  "start",
  "end",
  "worse",
  "flapping",
  "repeat",
  "escalation",
  "summary",
  "test",
] as const;

/** The last deliveries of the webhook: a table on wide windows, cards on narrow ones. */
export function DeliveryLog({ deliveries, timeZone }: DeliveryLogProps) {
  const { t, i18n } = useTranslation("alarms");
  const faultText = useWebhookFault();
  const eventOf = (type: string) => {
    const event = EVENTS.find((one) => type.endsWith(`.${one}`));
    return event === undefined ? type : t(`webhook.log.events.${event}`);
  };
  const labels = {
    created: t("webhook.log.created"),
    state: t("webhook.log.state"),
    result: t("webhook.log.result"),
    duration: t("webhook.log.duration"),
    attempts: t("webhook.log.attempts"),
    next: t("webhook.log.next"),
  };
  return (
    <Log>
      <h3>{t("webhook.log.title")}</h3>
      <p>{t(deliveries.length === 0 ? "webhook.log.empty" : "webhook.log.text")}</p>
      {deliveries.length > 0 && (
        /* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */
        <section aria-label={t("webhook.log.title")} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("webhook.log.event")}</th>
                {Object.entries(labels).map(([name, label]) => (
                  <th key={name} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {deliveries.map((delivery) => {
                const { state, attempts, durationMs, nextAttemptTime } = delivery;
                const shown = state === "pending" && attempts === 0 ? "waiting" : state;
                return (
                  <tr key={delivery.id} data-state={state}>
                    <th scope="row">
                      <bdi>{eventOf(delivery.type)}</bdi>
                    </th>
                    <td data-label={labels.created}>
                      <Moment at={delivery.createTime} timeZone={timeZone} />
                    </td>
                    <td data-label={labels.state}>
                      <span data-mark>{t(`webhook.log.states.${shown}`)}</span>
                    </td>
                    <td data-label={labels.result}>{faultText(delivery)}</td>
                    <td data-label={labels.duration}>
                      {durationMs !== null &&
                        t("webhook.log.milliseconds", {
                          number: formatNumber(durationMs, i18n.language),
                        })}
                    </td>
                    <td data-label={labels.attempts}>{attempts}</td>
                    <td data-label={labels.next}>
                      {nextAttemptTime !== null && (
                        <Moment at={nextAttemptTime} timeZone={timeZone} />
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      )}
    </Log>
  );
}

const Log = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "2",
  minW: "0",
  pt: "4",
  borderTopWidth: "1px",
  "& h3": { fontWeight: "semibold" },
  "& > p": { color: "fg.muted" },
  "& > section": {
    maxH: "26rem",
    overflow: "auto",
    position: "relative",
    borderWidth: "1px",
    borderRadius: "lg",
    focusVisibleRing: "outside",
  },
  "& table": {
    w: "full",
    textStyle: "xs",
    borderCollapse: "separate",
    borderSpacing: "0",
    fontVariantNumeric: "tabular-nums",
  },
  "& th": { textAlign: "start", fontWeight: "medium" },
  "& [data-mark]": {
    display: "inline-block",
    px: "2",
    py: "0.5",
    borderRadius: "full",
    fontWeight: "medium",
    whiteSpace: "nowrap",
    bg: "info.wash",
    color: "info",
  },
  "& [data-state=delivered] [data-mark]": { bg: "good.wash", color: "good" },
  "& [data-state=failed] [data-mark]": { bg: "fault.wash", color: "fault" },
  md: {
    "& th, & td": { px: "3", py: "2" },
    "& thead th": {
      position: "sticky",
      top: "0",
      bg: "bg.panel",
      color: "fg.muted",
      whiteSpace: "nowrap",
    },
    "& tbody > tr > *": { borderTopWidth: "1px", borderColor: "border.muted" },
    "& time": { whiteSpace: "nowrap" },
  },
  mdDown: {
    "& table, & tbody": { display: "block" },
    "& thead": { srOnly: true },
    "& tr": { display: "flex", flexDirection: "column", gap: "1", px: "3", py: "3" },
    "& tbody > tr + tr": { borderTopWidth: "1px" },
    "& td:empty": { display: "none" },
    "& td": {
      display: "flex",
      flexWrap: "wrap",
      justifyContent: "space-between",
      columnGap: "3",
      _before: { content: "attr(data-label)", color: "fg.muted" },
    },
  },
});
