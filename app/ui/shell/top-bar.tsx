import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { AppearanceToggle } from "#app/theme/appearance-toggle.tsx";
import { styleOf } from "#app/theme/fixed-class.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "../icons/icon.tsx";
import { LanguageMenu } from "../language-menu.tsx";
import { lazyComponent } from "../lazy-component.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import type { NavigationItem } from "./navigation.ts";
import type { ShellUser } from "./shell-user.ts";
import { UnreadBadge } from "./unread-badge.tsx";
import { UserMenu } from "./user-menu.tsx";

const NavigationDrawer = lazyComponent(() => import("./navigation-drawer.tsx"));

type TopBarProps = { items: readonly NavigationItem[]; person: ShellUser; aside?: ReactNode };

export function TopBar({ items, person, aside }: TopBarProps) {
  const { t } = useTranslation();
  const [drawer, setDrawer] = useState<"unused" | "open" | "closed">("unused");
  const unread = items.reduce((sum, item) => sum + (item.unread ?? 0), 0);
  const label = t("navigation.open");
  const news = t("navigation.unread", { count: unread });
  return (
    <Bar>
      <MenuButton
        type="button"
        aria-label={unread > 0 ? t("navigation.withUnread", { label, unread: news }) : label}
        aria-expanded={drawer === "open"}
        onClick={() => setDrawer("open")}
      >
        <Icon name="menu" />
        {unread > 0 && <UnreadBadge count={unread} corner />}
      </MenuButton>
      <Breadcrumbs />
      {aside}
      <LanguageMenu />
      <AppearanceToggle />
      <UserMenu person={person} />
      {drawer !== "unused" && (
        <Suspense>
          <NavigationDrawer
            items={items}
            open={drawer === "open"}
            onClose={() => setDrawer("closed")}
          />
        </Suspense>
      )}
    </Bar>
  );
}

const Bar = styled("header", {
  display: "flex",
  alignItems: "center",
  gap: { base: "1", lg: "3" },
  minH: "14",
  px: { base: "3", lg: "8" },
  bg: "bg.panel",
  borderBottomWidth: "1px",
  position: "sticky",
  top: "0",
  zIndex: "sticky",
  "& > nav": { flex: "1", minW: "0" },
  // On phones an icon stands for the language.
  "& > button > span:not([aria-hidden])": { display: { base: "none", md: "inline" } },
});

const MenuButton = styled("button", styleOf("button", { variant: "ghost", size: "sm" }), {
  colorPalette: "gray",
  position: "relative",
  px: "0",
  py: "0",
  _icon: { fontSize: "1.2em" },
  display: { base: "inline-flex", lg: "none" },
});
