import { redirect } from "react-router";
import { openSite, requireUser } from "#app/guard.server.ts";
import { type SettingsTab, tabsFor } from "./tabs.ts";

type PageArgs = Parameters<typeof openSite>[0];

/** The site of a settings page, for a user who may open at least one of them. */
export async function openSettings(args: PageArgs) {
  const { demo } = requireUser(args);
  const site = await openSite(args);
  const tabs = tabsFor({ role: site.role, owner: site.owner, demo, share: false });
  if (tabs.length === 0) throw redirect("/sitelist?notice=notAllowed");
  return { site, tabs };
}

/** The site of one settings page; a user without permission is redirected to the first permitted page. */
export async function openSettingsTab(args: PageArgs, tab: SettingsTab) {
  const { site, tabs } = await openSettings(args);
  if (!tabs.includes(tab)) throw redirect(`/settings/${tabs[0]}${args.url.search}`);
  return site;
}
