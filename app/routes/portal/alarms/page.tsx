import { Suspense } from "react";
import { redirect, useRevalidator } from "react-router";
import { readAlarmFilter, writeAlarmFilter } from "#app/alarms/alarm-filter.ts";
import { backend, call } from "#app/backend.server.ts";
import { performForm, Refused } from "#app/forms/perform-form.server.ts";
import { callForPage, requireUser } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { usePolling } from "#app/ui/use-polling.ts";
import { describeZone, provideZone } from "#domain/history/zone-offsets.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { Route } from "./+types/page";
import {
  ALARMS_PAGE,
  type AllAlarmsExtra,
  NOTHING_SELECTED,
  readSelection,
  USUAL_FILTER,
} from "./all-alarms.ts";
import { AllAlarmsView } from "./all-alarms-view.tsx";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.alarms" }] };

export async function loader(args: Route.LoaderArgs) {
  const { demo } = requireUser(args);
  if (demo) throw redirect("/sitelist?notice=notAllowed");
  const filter = readAlarmFilter(args.url.searchParams, USUAL_FILTER);
  const { source, level, state, search, unacknowledged, page } = filter;
  const { rows, total, counts } = await callForPage(args, "POST /site/v2/alarm/all/page", {
    page,
    size: ALARMS_PAGE,
    ...(source !== "" && { sources: [source] }),
    ...(level !== "" && { levels: [level] }),
    ...(state !== "any" && { open: state === "open" }),
    ...(unacknowledged && { acknowledged: false }),
    ...(search !== "" && { search }),
  });
  const zones = [...new Set(rows.map(({ site }) => site.timeZoneId))];
  const pages = Math.max(1, Math.ceil(total / ALARMS_PAGE));
  if (page > pages)
    throw redirect(`/alarms${writeAlarmFilter("", { ...filter, page: pages }, USUAL_FILTER)}`);
  return {
    filter,
    alarms: rows,
    total,
    counts,
    pages,
    /** Rules of the zones of the listed sites. */
    zones: Object.fromEntries(zones.map((zone) => [zone, describeZone(zone)])),
    now: args.context.get(backend).context.now(),
  };
}

/** Acknowledges the selected alarms, each named by its site and row. */
export async function action(args: Route.ActionArgs) {
  requireUser(args);
  return performForm<AllAlarmsExtra, Route.ActionArgs>(args, {
    async acknowledge(form) {
      const selected = form.getAll("alarm").map(String);
      if (selected.length === 0) throw new Refused({ message: NOTHING_SELECTED });
      const path = "POST /site/v2/alarm/all/acknowledge";
      const input = { alarms: selected.map(readSelection) };
      const { results } = await call(args.context, path, input);
      const outcomes = results.map(({ result }, place) => [selected[place], result]);
      return { outcomes: Object.fromEntries(outcomes) };
    },
  });
}

export default function AlarmsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <AlarmsPage {...loaderData} />
    </Suspense>
  );
}

function AlarmsPage({ zones, ...data }: Route.ComponentProps["loaderData"]) {
  if (!import.meta.env.SSR)
    for (const [zone, rules] of Object.entries(zones)) provideZone(zone, rules);
  usePageTexts("alarms");
  const { t } = useTranslation("alarms");
  const { revalidate } = useRevalidator();
  usePolling(() => void revalidate(), MINUTE_MS);
  return (
    <>
      <PageTitle page={t("all.title")} />
      <AllAlarmsView {...data} />
    </>
  );
}
