import { Outlet } from "react-router";
import { UnsavedGuard } from "#app/forms/unsaved-guard.tsx";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { siteSearch } from "#app/site-search.ts";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { TabbedLayout } from "#app/ui/tabbed-layout.tsx";
import type { Route } from "./+types/layout";
import { openSettings } from "./open-settings.server.ts";
import type { SettingsTab } from "./tabs.ts";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.settings" }] };

export async function loader(args: Route.LoaderArgs) {
  const { site, tabs } = await openSettings(args);
  return { search: siteSearch(site), tabs };
}

export default function SettingsLayout({ loaderData: { search, tabs } }: Route.ComponentProps) {
  return (
    <TabbedLayout path="/settings" tabs={tabs} search={search} useTexts={useTexts}>
      <UnsavedGuard />
      <Outlet />
    </TabbedLayout>
  );
}

function useTexts() {
  usePageTexts("settings");
  const { t } = useTranslation("settings");
  return { label: t("title"), textOf: (tab: SettingsTab) => t(`tabs.${tab}`) };
}
