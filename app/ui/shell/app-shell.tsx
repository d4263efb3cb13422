import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { styled } from "../../theme/styled.tsx";
import { ConnectivityNotice } from "./connectivity-notice.tsx";
import type { NavigationItem } from "./navigation.ts";
import { ScreenSaver } from "./screen-saver.tsx";
import type { ShellPerson } from "./shell-person.ts";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useReturn } from "./use-return.ts";
import { useSidebar } from "./use-sidebar.ts";

type AppShellProps = {
  items: readonly NavigationItem[];
  person: ShellPerson;
  /** Beside the user's name in the bar: what belongs to the place one is in. */
  aside?: ReactNode;
  children: ReactNode;
};

/** Sidebar, bar and page: the frame of everything behind the login. */
export function AppShell({ items, person, aside, children }: AppShellProps) {
  const { t } = useTranslation();
  const sidebar = useSidebar();
  useReturn();
  return (
    <Frame>
      <SkipLink href="#content">{t("skipToContent")}</SkipLink>
      <Sidebar items={items} state={sidebar.state} onToggle={sidebar.toggle} />
      <Column>
        <TopBar items={items} person={person} aside={aside} />
        <ConnectivityNotice />
        <Main id="content">{children}</Main>
      </Column>
      <ScreenSaver minutes={person.screenSaver} />
    </Frame>
  );
}

const Frame = styled("div", { display: "flex", minH: "100dvh", alignItems: "stretch" });

const SkipLink = styled("a", {
  position: "fixed",
  top: "2",
  insetStart: "4",
  opacity: "0",
  pointerEvents: "none",
  zIndex: "skipNav",
  bg: "bg.raised",
  px: "4",
  py: "2",
  borderRadius: "md",
  _focusVisible: { opacity: "1", pointerEvents: "auto", boxShadow: "md" },
});

const Column = styled("div", {
  display: "flex",
  flexDirection: "column",
  flex: "1",
  minW: "0",
});

const Main = styled("main", {
  flex: "1",
  w: "full",
  maxW: "page",
  mx: "auto",
  px: { base: "4", lg: "8" },
  pt: { base: "4", lg: "6" },
  pb: "24",
});
