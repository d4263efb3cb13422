import { type ReactNode, useEffect, useState } from "react";
import { useRevalidator, useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";
import { styled } from "#app/theme/styled.tsx";
import { YEAR_S } from "#domain/units/durations.ts";
import { ConnectivityNotice } from "./connectivity-notice.tsx";
import type { NavigationItem } from "./navigation.ts";
import { PageContent, SkipLink } from "./page-content.tsx";
import { ScreenSaver } from "./screen-saver.tsx";
import type { ShellUser } from "./shell-user.ts";
import { Sidebar } from "./sidebar.tsx";
import { SIDEBAR_COOKIE, type SidebarState } from "./sidebar-state.ts";
import { TopBar } from "./top-bar.tsx";

type AppShellProps = {
  items: readonly NavigationItem[];
  person: ShellUser;
  /** Content beside the user's name in the bar that belongs to the current page. */
  aside?: ReactNode;
  children: ReactNode;
};

/** Frame of all pages behind the login: sidebar, bar and page. */
export function AppShell({ items, person, aside, children }: AppShellProps) {
  const sidebar = useSidebar();
  useRevalidateOnVisible();
  return (
    <Frame>
      <SkipLink />
      <Sidebar items={items} state={sidebar.state} onToggle={sidebar.toggle} />
      <Column>
        <TopBar items={items} person={person} aside={aside} />
        <ConnectivityNotice />
        <PageContent>{children}</PageContent>
      </Column>
      <ScreenSaver minutes={person.screenSaver} />
    </Frame>
  );
}

/** Whether the sidebar is open or folded, stored for the next visit. */
function useSidebar(): { state: SidebarState; toggle: () => void } {
  const remembered = useRouteLoaderData<typeof loader>("root")?.sidebar ?? "open";
  const [state, setState] = useState(remembered);
  const toggle = () => {
    const next = state === "open" ? "folded" : "open";
    setState(next);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = `${SIDEBAR_COOKIE}=${next}; path=/; max-age=${YEAR_S}; samesite=lax`;
  };
  return { state, toggle };
}

/** Revalidates when the tab becomes visible again, which also detects a new build. */
function useRevalidateOnVisible(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible") void revalidate();
    };
    document.addEventListener("visibilitychange", refresh);
    return () => document.removeEventListener("visibilitychange", refresh);
  }, [revalidate]);
}

const Frame = styled("div", { display: "flex", minH: "100dvh" });

const Column = styled("div", {
  display: "flex",
  flexDirection: "column",
  flex: "1",
  minW: "0",
});
