import { Outlet } from "react-router";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { siteSearch } from "#app/site-search.ts";
import { PageTabs } from "#app/ui/page-tabs.tsx";
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
    <TabbedLayout tabs={<Tabs tabs={tabs} search={search} />}>
      <Outlet />
    </TabbedLayout>
  );
}

function Tabs({ tabs, search }: { tabs: readonly ChartTab[]; search: string }) {
  usePageTexts("charts");
  const { t } = useTranslation("charts");
  const pages = tabs.map((tab) => ({ path: `/chart/${tab}`, text: t(`tabs.${tab}`) }));
  return <PageTabs label={t("title")} tabs={pages} search={search} />;
}
