import type { ReactNode } from "react";
import { styled } from "#app/theme/styled.tsx";
import { ConnectivityNotice } from "./connectivity-notice.tsx";
import type { NavigationItem } from "./navigation.ts";
import { PageContent, SkipLink } from "./page-content.tsx";
import { ScreenSaver } from "./screen-saver.tsx";
import type { ShellUser } from "./shell-user.ts";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useRevalidateOnVisible } from "./use-revalidate-on-visible.ts";
import { useSidebar } from "./use-sidebar.ts";

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

const Frame = styled("div", { display: "flex", minH: "100dvh" });

const Column = styled("div", {
  display: "flex",
  flexDirection: "column",
  flex: "1",
  minW: "0",
});
