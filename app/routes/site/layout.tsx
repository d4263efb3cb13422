import { Outlet } from "react-router";
import { can } from "#domain/access/can.ts";
import { backend } from "../../backend.server.ts";
import { callForPage, demandPerson } from "../../guard.server.ts";
import { AppShell } from "../../ui/shell/app-shell.tsx";
import type { CrumbHandle } from "../../ui/shell/breadcrumbs.tsx";
import { innerItems } from "../../ui/shell/navigation.ts";
import type { Route } from "./+types/layout";

export const handle: CrumbHandle = {
  crumbs: (loaderData) => {
    const name = (loaderData as { site?: { name: string } } | undefined)?.site?.name;
    return [{ label: "navigation.siteList", to: "/sitelist" }, ...(name ? [{ text: name }] : [])];
  },
};

export async function loader(args: Route.LoaderArgs) {
  const person = demandPerson(args);
  const key = args.url.searchParams.get("key") ?? "";
  const site = await callForPage(args, "POST /site/v2/getSiteById", { siteKey: key });
  const actor = { role: site.role, owner: site.owner, demo: person.demo, share: false };
  return {
    userName: person.name,
    search: `?${new URLSearchParams({ key: site.key, role: site.roleKey })}`,
    now: args.context.get(backend).context.now(),
    mayControl: can(actor, "control"),
    site: {
      id: site.id,
      name: site.name,
      timeZone: site.timeZone.timeZoneId,
      systemCode: site.systemCode,
      status: site.status,
      online: site.online,
      since: site.since,
    },
  };
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AppShell items={innerItems(loaderData.search)} userName={loaderData.userName}>
      <Outlet />
    </AppShell>
  );
}
