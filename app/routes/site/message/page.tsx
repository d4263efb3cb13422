import { Suspense } from "react";
import { redirect } from "react-router";
import { callForPage, openSite, requireUser } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { siteSearch } from "#app/site-search.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { can } from "#domain/access/can.ts";
import type { Route } from "./+types/page";
import { JOURNAL_PAGE, readFilter, toInput, writeFilter } from "./journal-data.ts";
import { JournalView } from "./journal-view.tsx";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.journal" }] };

export async function loader(args: Route.LoaderArgs) {
  const { demo } = requireUser(args);
  const site = await openSite(args);
  const { role, owner, key: siteKey } = site;
  const actor = { role, owner, demo, share: false };
  const { timeZoneId } = site.timeZone;
  const filter = readFilter(args.url.searchParams);
  const input = { siteKey, ...toInput(filter, timeZoneId) };
  const { rows, total, kinds, storedHead } = await callForPage(
    args,
    "POST /site/v2/message/page",
    input,
  );
  const pages = Math.max(1, Math.ceil(total / JOURNAL_PAGE));
  const search = siteSearch(site);
  if (filter.page > pages)
    throw redirect(`/message${writeFilter(search, { ...filter, page: pages })}`);
  return {
    filter,
    pages,
    entries: rows,
    kinds,
    storedHead,
    site: { key: siteKey, search, name: site.name, timeZone: timeZoneId },
    mayExport: can(actor, "exportData") && can(actor, "manageMembers"),
  };
}

export default function MessageRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <MessagePage {...loaderData} />
    </Suspense>
  );
}

function MessagePage(data: Route.ComponentProps["loaderData"]) {
  usePageTexts("journal", "management", "branding", "alarms", "faults", "registers");
  const { t } = useTranslation("journal");
  return (
    <>
      <PageTitle page={`${t("title")} · ${data.site.name}`} />
      <JournalView {...data} />
    </>
  );
}
