import { Suspense, useEffect } from "react";
import { redirect, useRevalidator } from "react-router";
import { readAlarmFilter, spanOfFilter, writeAlarmFilter } from "#app/alarms/alarm-filter.ts";
import { backend } from "#app/backend.server.ts";
import { callForPage, openSite, requireUser } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { siteSearch } from "#app/site-search.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { usePolling } from "#app/ui/use-polling.ts";
import { can } from "#domain/access/can.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import type { Route } from "./+types/page";
import { perform } from "./actions.server.ts";
import { DRAWN_ALARMS, drawnPart, LOG_PAGE, USUAL_FILTER } from "./log-data.ts";
import { LogView } from "./log-view.tsx";
import { useAlarmChanges } from "./use-alarm-changes.ts";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.alarmLog" }] };

const POLL_MS = 30 * SECOND_MS;

export async function loader(args: Route.LoaderArgs) {
  const { demo } = requireUser(args);
  const site = await openSite(args);
  const { role, owner, key: siteKey } = site;
  const actor = { role, owner, demo, share: false };
  const { timeZoneId } = site.timeZone;
  const now = args.context.get(backend).context.now();
  const filter = readAlarmFilter(args.url.searchParams, USUAL_FILTER);
  const period = spanOfFilter(filter, timeZoneId, now);
  const { source, level, state, search, page, alarm } = filter;
  // The timeline draws the alarms of four pages, which one call returns.
  const part = drawnPart(page);
  const path = "POST /site/v4/alarm/logger/page";
  const filters = {
    siteKey,
    ...period,
    ...(source !== "" && { sources: [source] }),
    ...(level !== "" && { levels: [level] }),
    ...(search !== "" && { search }),
  };
  // Active alarms are a section of their own above the first page of the others.
  const hasOpen = state === "any" && part.page === 1;
  const [{ total, rows }, open, linked] = await Promise.all([
    callForPage(args, path, {
      ...filters,
      page: part.page,
      size: DRAWN_ALARMS,
      open: state === "open",
    }),
    hasOpen ? callForPage(args, path, { ...filters, page: 1, size: LOG_PAGE, open: true }) : null,
    alarm === null ? null : callForPage(args, path, { siteKey, page: 1, size: 1, logId: alarm }),
  ]);
  const pages = Math.max(1, Math.ceil(total / LOG_PAGE));
  const query = siteSearch(site);
  if (page > pages)
    throw redirect(`/log${writeAlarmFilter(query, { ...filter, page: pages }, USUAL_FILTER)}`);
  return {
    filter,
    period,
    pages,
    total,
    alarms: rows.slice(part.start, part.start + LOG_PAGE),
    drawn: { alarms: rows, before: (part.page - 1) * DRAWN_ALARMS },
    open: open === null ? null : { alarms: open.rows, total: open.total },
    linked: linked?.rows ?? null,
    now,
    site: { search: query, name: site.name, timeZone: timeZoneId },
    may: {
      acknowledge: can(actor, "acknowledgeAlarms"),
      clear: can(actor, "clearAlarmLog"),
      export: can(actor, "exportData"),
    },
  };
}

export async function action(args: Route.ActionArgs) {
  return perform(args);
}

export default function LogRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <LogPage {...loaderData} />
    </Suspense>
  );
}

function LogPage(data: Route.ComponentProps["loaderData"]) {
  usePageTexts("alarms");
  const { t } = useTranslation("alarms");
  const { revalidate } = useRevalidator();
  const { alarm } = data.filter;
  usePolling(() => void revalidate(), POLL_MS);
  useAlarmChanges(() => void revalidate());
  // A link of a notification leads to the alarm itself.
  useEffect(() => {
    if (alarm !== null) document.getElementById(`alarm-${alarm}`)?.focus();
  }, [alarm]);
  return (
    <>
      <PageTitle page={`${t("log.title")} · ${data.site.name}`} />
      <LogView {...data} />
    </>
  );
}
