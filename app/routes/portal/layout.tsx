import { Outlet } from "react-router";
import { demandPerson } from "../../guard.server.ts";
import { AppShell } from "../../ui/shell/app-shell.tsx";
import { outerItems } from "../../ui/shell/navigation.ts";
import { shellPerson } from "../../ui/shell/shell-person.ts";
import type { Route } from "./+types/layout";

export function loader(args: Route.LoaderArgs) {
  return { person: shellPerson(demandPerson(args)) };
}

export default function PortalLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AppShell items={outerItems(loaderData.person.demo)} person={loaderData.person}>
      <Outlet />
    </AppShell>
  );
}
