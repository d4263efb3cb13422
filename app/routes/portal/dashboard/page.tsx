import { Suspense } from "react";
import { redirect, useRevalidator } from "react-router";
import { backend } from "#app/backend.server.ts";
import { callForPage, requireUser } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { usePolling } from "#app/ui/use-polling.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { Route } from "./+types/page";
import { DashboardView } from "./dashboard-view.tsx";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.dashboard" }] };

export async function loader(args: Route.LoaderArgs) {
  const { demo } = requireUser(args);
  if (demo) throw redirect("/sitelist?notice=notAllowed");
  const [fleet, { counts }] = await Promise.all([
    callForPage(args, "POST /site/v2/fleet/overview", {}),
    callForPage(args, "POST /site/v2/alarm/all/page", { page: 1, size: 1, open: true }),
  ]);
  return { fleet, alarms: counts, now: args.context.get(backend).context.now() };
}

export default function DashboardRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <DashboardPage {...loaderData} />
    </Suspense>
  );
}

function DashboardPage(data: Route.ComponentProps["loaderData"]) {
  usePageTexts("dashboard", "sitelist");
  const { t } = useTranslation("dashboard");
  const { revalidate } = useRevalidator();
  // The shell revalidates when the page becomes visible again.
  usePolling(() => void revalidate(), MINUTE_MS);
  return (
    <>
      <PageTitle page={t("title")} />
      <DashboardView {...data} />
    </>
  );
}
