import { Outlet } from "react-router";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { siteSearch } from "#app/site-search.ts";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { TabbedLayout } from "#app/ui/tabbed-layout.tsx";
import type { Route } from "./+types/layout";
import { openChart } from "./open-chart.server.ts";
import type { ChartTab } from "./tabs.ts";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.charts" }] };

export async function loader(args: Route.LoaderArgs) {
  const { site, tabs } = await openChart(args);
  return { search: siteSearch(site), tabs };
}

export default function ChartLayout({ loaderData: { search, tabs } }: Route.ComponentProps) {
  return (
    <TabbedLayout path="/chart" tabs={tabs} search={search} useTexts={useTexts}>
      <Outlet />
    </TabbedLayout>
  );
}

function useTexts() {
  usePageTexts("charts");
  const { t } = useTranslation("charts");
  return { label: t("title"), textOf: (tab: ChartTab) => t(`tabs.${tab}`) };
}
