import { Outlet } from "react-router";
import { callForPage, demandPerson } from "../../guard.server.ts";
import { AppShell } from "../../ui/shell/app-shell.tsx";
import { outerItems } from "../../ui/shell/navigation.ts";
import { shellPerson } from "../../ui/shell/shell-person.ts";
import type { Route } from "./+types/layout";

export async function loader(args: Route.LoaderArgs) {
  const person = demandPerson(args);
  const { nums } = await callForPage(args, "POST /help/v2/news/nums", {});
  return { person: shellPerson(person), unread: nums };
}

export default function PortalLayout({ loaderData }: Route.ComponentProps) {
  const { person, unread } = loaderData;
  return (
    <AppShell items={outerItems(person.demo, unread)} person={person}>
      <Outlet />
    </AppShell>
  );
}
