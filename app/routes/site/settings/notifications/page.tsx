import { Suspense } from "react";
import { callForPage, requireUser } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { can } from "#domain/access/can.ts";
import { openSettingsTab } from "../open-settings.server.ts";
import type { Route } from "./+types/page";
import { perform } from "./actions.server.ts";
import { EscalationSection } from "./escalation-section.tsx";
import { OwnSection } from "./own-section.tsx";
import { WebhookSection } from "./webhook-section.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { demo } = requireUser(args);
  const site = await openSettingsTab(args, "notifications");
  const { role, owner, key: siteKey } = site;
  const actor = { role, owner, demo, share: false };
  const mayEditWebhook = can(actor, "editWebhook");
  const [own, escalation, members, webhook, log] = await Promise.all([
    callForPage(args, "POST /user/v2/notification/get", {}),
    callForPage(args, "POST /site/v2/alarm/escalation/list", { siteKey }),
    callForPage(args, "POST /site/v2/user/getNormalBySiteId", { siteKey }),
    mayEditWebhook ? callForPage(args, "POST /site/v2/webhook/get", { siteKey }) : null,
    mayEditWebhook ? callForPage(args, "POST /site/v2/webhook/deliveries", { siteKey }) : null,
  ]);
  return {
    name: site.name,
    timeZone: site.timeZone.timeZoneId,
    usual: own.preferences,
    chosen: own.sites.find(({ id }) => id === site.id)?.preferences ?? {},
    steps: escalation.steps,
    members: members.list.map(({ userId, name }) => ({ userId, name })),
    mayEditWebhook,
    webhook,
    deliveries: log?.list ?? [],
  };
}

export async function action(args: Route.ActionArgs) {
  return perform(args);
}

export default function NotificationsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <NotificationsPage {...loaderData} />
    </Suspense>
  );
}

function NotificationsPage(data: Route.ComponentProps["loaderData"]) {
  const { name, timeZone, usual, chosen, steps, members } = data;
  const { mayEditWebhook, webhook, deliveries } = data;
  usePageTexts("alarms", "settings");
  const { t } = useTranslation("settings");
  return (
    <>
      <PageTitle page={`${t("tabs.notifications")} · ${name}`} />
      <OwnSection usual={usual} chosen={chosen} />
      <EscalationSection steps={steps} members={members} />
      {mayEditWebhook && (
        <WebhookSection webhook={webhook} deliveries={deliveries} timeZone={timeZone} />
      )}
    </>
  );
}
