import { redirect } from "react-router";
import { backend } from "../../../backend.server.ts";
import { openSite, requireUser } from "../../../guard.server.ts";
import { siteSearch } from "../../../site-search.ts";
import { type ChartTab, tabsFor } from "./tabs.ts";

type PageArgs = Parameters<typeof openSite>[0];

/** The site of a page of history, and which of them somebody may see. */
export async function openChart(args: PageArgs) {
  const { demo } = requireUser(args);
  const site = await openSite(args);
  return { site, tabs: tabsFor({ role: site.role, owner: site.owner, demo, share: false }) };
}

/** What each of the pages knows of its site; who may not see this one is led to the first. */
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
    role: site.role,
    owner: site.owner,
    /** Server time, ms UTC. */
    now: args.context.get(backend).context.now(),
  };
}
/** What each of the pages knows of its site. */
export type ChartSite = Awaited<ReturnType<typeof openChartTab>>;
