import { Suspense, useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";
import { usePageTexts } from "../../../i18n/use-page-texts.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { siteSearch } from "../../../site-search.ts";
import { styled } from "../../../theme/styled.tsx";
import type { CrumbHandle } from "../../../ui/shell/breadcrumbs.tsx";
import { useFollowedLinks } from "../../../ui/use-followed-links.ts";
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
    <Suspense>
      <Frame data-no-totals>
        <Tabs tabs={tabs} search={search} />
        <Outlet />
      </Frame>
    </Suspense>
  );
}

/** Links and no tabs of one page: each is a page of its own. */
function Tabs({ tabs, search }: { tabs: readonly SettingsTab[]; search: string }) {
  usePageTexts("settings");
  const { t } = useTranslation("settings");
  const { pathname } = useLocation();
  const follow = useFollowedLinks();
  const list = useRef<HTMLUListElement>(null);
  // On a narrow window the row is rolled; the present page is in view.
  useEffect(() => {
    const present = list.current?.querySelector(`[href^="${pathname}"]`);
    present?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  return (
    <nav aria-label={t("title")}>
      <List ref={list} onClick={follow}>
        {tabs.map((tab) => (
          <li key={tab}>
            <a
              href={`/settings/${tab}${search}`}
              aria-current={pathname === `/settings/${tab}` ? "page" : undefined}
            >
              {t(`tabs.${tab}`)}
            </a>
          </li>
        ))}
      </List>
    </nav>
  );
}

const Frame = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  minW: "0",
});

const List = styled("ul", {
  listStyleType: "none",
  display: "flex",
  gap: "1",
  overflowX: "auto",
  scrollbarWidth: "none",
  borderBottomWidth: "1px",
  borderColor: "border",
  "& a": {
    display: "block",
    px: { base: "2.5", sm: "3" },
    py: "2.5",
    mb: "-1px",
    whiteSpace: "nowrap",
    textStyle: "sm",
    fontWeight: "medium",
    color: "fg.muted",
    borderBottomWidth: "2px",
    borderColor: "transparent",
    focusVisibleRing: "inside",
    _hover: { color: "fg" },
    _currentPage: { color: "fg", borderColor: "brand.solid" },
  },
});
