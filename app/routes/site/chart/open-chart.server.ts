import { redirect } from "react-router";
import { backend } from "#app/backend.server.ts";
import { openSite, requireUser } from "#app/guard.server.ts";
import { siteSearch } from "#app/site-search.ts";
import { can } from "#domain/access/can.ts";
import { type ChartTab, tabsFor } from "./tabs.ts";

type PageArgs = Parameters<typeof openSite>[0];

/** The site of a history page, and the pages that the user may open. */
export async function openChart(args: PageArgs) {
  const { demo } = requireUser(args);
  const site = await openSite(args);
  return { site, tabs: tabsFor({ role: site.role, owner: site.owner, demo, share: false }) };
}

/** Data of the site for one of the pages; a user without permission is redirected to the first permitted page. */
export async function openChartTab(args: PageArgs, tab: ChartTab) {
  const { site, tabs } = await openChart(args);
  const search = siteSearch(site);
  if (!tabs.includes(tab)) throw redirect(`/chart/${tabs[0]}${search}`);
  return {
    siteKey: site.key,
    name: site.name,
    timeZone: site.timeZone.timeZoneId,
    systemType: site.systemType,
    systemCode: site.systemCode,
    latitude: site.latitude,
    role: site.role,
    owner: site.owner,
    maySetPrices: can(
      { role: site.role, owner: site.owner, demo: requireUser(args).demo, share: false },
      "editSite",
    ),
    mayReadEquipment: tabs.includes("advancedcurve"),
    /** Server time, ms UTC. */
    now: args.context.get(backend).context.now(),
  };
}
/** Data of a site that all history pages share. */
export type ChartSite = Awaited<ReturnType<typeof openChartTab>>;
