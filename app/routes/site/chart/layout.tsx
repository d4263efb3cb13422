import { Outlet } from "react-router";
import { callForPage } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { siteSearch } from "#app/site-search.ts";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { TabbedLayout } from "#app/ui/tabbed-layout.tsx";
import { badgeText } from "#domain/news/badge-text.ts";
import type { Route } from "./+types/layout";
import { PERIOD_FIELDS } from "./history/history-query.ts";
import { openChart } from "./open-chart.server.ts";
import type { ChartTab } from "./tabs.ts";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.charts" }] };

export async function loader(args: Route.LoaderArgs) {
  const { site, tabs } = await openChart(args);
  const nums = tabs.includes("download") ? await countDownloads(args, site.key) : 0;
  return { search: siteSearch(site), tabs, nums };
}

async function countDownloads(args: Route.LoaderArgs, siteKey: string): Promise<number> {
  const path = "POST /site/v1/chart/overallStats/exportTask/notDownloadNums";
  return (await callForPage(args, path, { siteKey })).nums;
}

export default function ChartLayout({ loaderData: { search, tabs, nums } }: Route.ComponentProps) {
  // The number of finished downloads that the user has not fetched.
  const badges = nums > 0 ? { download: badgeText(nums) } : {};
  return (
    <TabbedLayout path="/chart" {...{ tabs, search, badges, useTexts }} carried={PERIOD_FIELDS}>
      <Outlet />
    </TabbedLayout>
  );
}

function useTexts() {
  usePageTexts("charts");
  const { t } = useTranslation("charts");
  const textOf = (tab: ChartTab, badge?: string) => {
    const text = t(`tabs.${tab}`);
    return badge === undefined ? text : t("tabBadge", { text, badge });
  };
  return { label: t("title"), textOf };
}
