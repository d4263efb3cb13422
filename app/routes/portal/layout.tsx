import { Outlet } from "react-router";
import { demandPerson } from "../../guard.server.ts";
import { AppShell } from "../../ui/shell/app-shell.tsx";
import { OUTER_ITEMS } from "../../ui/shell/navigation.ts";
import type { Route } from "./+types/layout";

export function loader(args: Route.LoaderArgs) {
  return { userName: demandPerson(args).name };
}

export default function PortalLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AppShell items={OUTER_ITEMS} userName={loaderData.userName}>
      <Outlet />
    </AppShell>
  );
}
