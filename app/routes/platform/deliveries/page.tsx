import { Suspense } from "react";
import { redirect, useRevalidator } from "react-router";
import { call } from "#app/backend.server.ts";
import { performForm, Refused } from "#app/forms/perform-form.server.ts";
import { callForPage } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { usePolling } from "#app/ui/use-polling.ts";
import { budgetOf } from "#domain/mails/attempts.ts";
import type { Channel } from "#domain/notifications/notice.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { requireOperator } from "../require-operator.server.ts";
import type { Route } from "./+types/page";
import {
  DELIVERIES_PAGE,
  type DeliveryExtra,
  type DeliveryKind,
  NOTHING_SELECTED,
  REPLAY_CHANNELS,
} from "./delivery-data.ts";
import { deliveryAddress, readDeliveryQuery } from "./delivery-query.ts";
import { DeliveryView } from "./delivery-view.tsx";

export async function loader(args: Route.LoaderArgs) {
  requireOperator(args);
  const query = readDeliveryQuery(args.url.searchParams);
  const { channel, state, period, page } = query;
  const [summary, { rows, total }, history] = await Promise.all([
    callForPage(args, "POST /site/v2/alarm/delivery/summary", {}),
    callForPage(args, "POST /site/v2/alarm/delivery/page", {
      channel,
      state,
      page,
      size: DELIVERIES_PAGE,
    }),
    callForPage(args, "POST /site/v2/alarm/delivery/history", { channel, period }),
  ]);
  const pages = Math.max(1, Math.ceil(total / DELIVERIES_PAGE));
  if (page > pages) throw redirect(deliveryAddress(query, { page: pages }));
  const deliveries = rows.map((row) => ({ ...row, kind: kindOf(channel, row.template) }));
  return { query, summary, deliveries, history, pages };
}

function kindOf(channel: Channel, template: string): DeliveryKind {
  if (template.endsWith(".test") || template === "alarmTest") return "test";
  return channel === "mail" ? budgetOf(template) : "alarms";
}

/** Sends failed alarm e-mails or webhook deliveries again: the selected ones, or all. */
export async function action(args: Route.ActionArgs) {
  requireOperator(args);
  const replay = async (form: FormData, input: { ids?: number[] }) => {
    const channel = REPLAY_CHANNELS.find((one) => one === form.get("channel")) ?? "mail";
    return call(args.context, "POST /site/v2/alarm/delivery/replay", { channel, ...input });
  };
  return performForm<DeliveryExtra, Route.ActionArgs>(args, {
    async replay(form) {
      const ids = form.getAll("id").map(Number).filter(Number.isInteger);
      if (ids.length === 0) throw new Refused({ message: NOTHING_SELECTED });
      return replay(form, { ids });
    },
    replayAll: (form) => replay(form, {}),
  });
}

export default function DeliveriesRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <DeliveriesPage {...loaderData} />
    </Suspense>
  );
}

function DeliveriesPage(data: Route.ComponentProps["loaderData"]) {
  usePageTexts("platform", "alarms");
  const { t } = useTranslation("platform");
  const { revalidate } = useRevalidator();
  usePolling(() => void revalidate(), MINUTE_MS);
  return (
    <>
      <PageTitle page={t("deliveries.title")} />
      <DeliveryView {...data} />
    </>
  );
}
