import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { openChartTab } from "../open-chart.server.ts";
import type { Route } from "./+types/page";
import HistoryView from "./history-view.tsx";

export const loader = (args: Route.LoaderArgs) => openChartTab(args, "history");

export default function HistoryPage({ loaderData }: Route.ComponentProps) {
  usePageTexts("charts");
  const { t } = useTranslation("charts");
  return (
    <>
      <PageTitle page={`${t("tabs.history")} · ${loaderData.name}`} />
      <HistoryView key={loaderData.siteKey} site={loaderData} />
    </>
  );
}
