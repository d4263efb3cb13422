import { useTranslation } from "#app/i18n/use-translation.ts";
import { useMoment } from "#app/routes/portal/user/use-moment.ts";
import { useWebhookFault } from "#app/routes/site/settings/notifications/use-webhook-fault.ts";
import { styled } from "#app/theme/styled.tsx";
import { EmptyList } from "#app/ui/list-page.tsx";
import { OwnMoment } from "../own-moment.tsx";
import type { Delivery } from "./delivery-data.ts";
import type { DeliveryQuery, State } from "./delivery-query.ts";

type DeliveryTableProps = {
  query: DeliveryQuery;
  deliveries: readonly Delivery[];
  /** Id of the form that sends selected deliveries again. */
  formId: string;
};

const TIMES = { waiting: "next", sent: "sentAt", failed: "failedAt" } as const;

function timeOf({ dueAt, sentAt, failedAt }: Delivery, state: State): number {
  return { waiting: dueAt, sent: sentAt ?? dueAt, failed: failedAt ?? dueAt }[state];
}

/** Deliveries of a channel in a state: a table on wide windows, cards on narrow ones. */
export function DeliveryTable({ query, deliveries, formId }: DeliveryTableProps) {
  const { t } = useTranslation("platform");
  const moment = useMoment();
  const faultText = useWebhookFault();
  const { channel, state } = query;
  const isReplay = channel !== "push" && state === "failed";
  const isWebhook = channel === "webhook";
  if (deliveries.length === 0) return <EmptyList>{t(`deliveries.empty.${state}`)}</EmptyList>;
  const [created, attempts, settled, result] = [
    t("deliveries.created"),
    t("deliveries.attempts"),
    t(`deliveries.${TIMES[state]}`),
    t("deliveries.result"),
  ];
  return (
    <Table aria-label={t("deliveries.list")}>
      <thead>
        <tr>
          {isReplay && <td />}
          <th scope="col">{t("deliveries.kind")}</th>
          <th scope="col">{created}</th>
          <th scope="col">{attempts}</th>
          <th scope="col">{settled}</th>
          {isWebhook && <th scope="col">{result}</th>}
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => {
          const kind = t(`deliveries.kinds.${delivery.kind}`);
          return (
            <tr key={delivery.id}>
              {isReplay && (
                <td data-select>
                  {delivery.isReplayable && (
                    <input
                      type="checkbox"
                      name="id"
                      value={delivery.id}
                      form={formId}
                      aria-label={t("replay.select", { kind, time: moment(delivery.createdAt) })}
                    />
                  )}
                </td>
              )}
              <td data-kind>
                {kind} <code dir="ltr">{delivery.template}</code>
              </td>
              <td data-label={created}>
                <OwnMoment at={delivery.createdAt} />
              </td>
              <td data-label={attempts}>{delivery.attempts}</td>
              <td data-label={settled}>
                <OwnMoment at={timeOf(delivery, state)} />
              </td>
              {isWebhook && <td data-label={result}>{faultText(delivery)}</td>}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

const Table = styled("table", {
  layerStyle: "card",
  w: "full",
  borderCollapse: "separate",
  borderSpacing: "0",
  fontVariantNumeric: "tabular-nums",
  "& th": {
    px: "4",
    h: "10",
    textAlign: "start",
    textStyle: "xs",
    fontWeight: "medium",
    color: "fg.muted",
  },
  "& code": {
    fontFamily: "mono",
    textStyle: "xs",
    color: "fg.muted",
    overflowWrap: "anywhere",
  },
  "& [data-select] input": {
    w: "4.5",
    h: "4.5",
    accentColor: "brand.solid",
    focusVisibleRing: "outside",
  },
  md: {
    "& tbody td": { px: "4", h: "11", borderTopWidth: "1px", borderColor: "border.muted" },
    "& [data-select]": { w: "10", pe: "0" },
  },
  mdDown: {
    display: "block",
    "& thead": { srOnly: true },
    "& tbody": { display: "block" },
    "& tr": {
      display: "grid",
      gridTemplateColumns: "auto minmax(0, 1fr)",
      columnGap: "3",
      rowGap: "1",
      px: "3",
      py: "3",
    },
    "& tr + tr": { borderTopWidth: "1px" },
    "& [data-select]:empty": { display: "none" },
    "& [data-select]": { gridColumn: "1", gridRow: "1" },
    "& [data-kind]": { gridColumn: "1 / -1", fontWeight: "medium" },
    "& [data-select]:not(:empty) + [data-kind]": { gridColumn: "2" },
    "& td[data-label]": {
      gridColumn: "1 / -1",
      display: "flex",
      flexWrap: "wrap",
      justifyContent: "space-between",
      columnGap: "3",
      _before: { content: "attr(data-label)", color: "fg.muted" },
    },
  },
});
