import { Suspense } from "react";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { openChartTab } from "../open-chart.server.ts";
import type { Route } from "./+types/page";
import { StateCharts } from "./state-charts.tsx";

export const loader = (args: Route.LoaderArgs) => openChartTab(args, "statecurve");

export default function StatesPage({ loaderData: site }: Route.ComponentProps) {
  usePageTexts("charts");
  const { t } = useTranslation("charts");
  return (
    <Suspense>
      <PageTitle page={`${t("tabs.statecurve")} · ${site.name}`} />
      {/* Another site has other equipment and other days, so it starts with a new state. */}
      <StateCharts key={site.siteKey} site={site} />
    </Suspense>
  );
}
