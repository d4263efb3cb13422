import { redirect } from "react-router";
import { openSite, requireUser } from "../../../guard.server.ts";
import { type SettingsTab, tabsFor } from "./tabs.ts";

type Asked = Parameters<typeof openSite>[0];

/** The site of a settings page, for somebody who may use at least one of them. */
export async function openSettings(asked: Asked) {
  const { demo } = requireUser(asked);
  const site = await openSite(asked);
  const tabs = tabsFor({ role: site.role, owner: site.owner, demo, share: false });
  if (tabs.length === 0) throw redirect("/sitelist?notice=notAllowed");
  return { site, tabs };
}

/** The same for somebody who may use this one; everybody else is led to the first that they may. */
export async function openSettingsTab(asked: Asked, tab: SettingsTab) {
  const { site, tabs } = await openSettings(asked);
  if (!tabs.includes(tab)) throw redirect(`/settings/${tabs[0]}${asked.url.search}`);
  return site;
}
