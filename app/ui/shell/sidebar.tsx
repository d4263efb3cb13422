import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styleOf } from "#app/theme/fixed-class.ts";
import { styled } from "#app/theme/styled.tsx";
import { BrandMark } from "../icons/brand-mark.tsx";
import { Icon } from "../icons/icon.tsx";
import { LanguageItem } from "./language-item.tsx";
import { LogoutButton } from "./logout-button.tsx";
import type { NavigationItem } from "./navigation.ts";
import { NavigationList } from "./navigation-list.tsx";
import type { SidebarState } from "./sidebar-state.ts";

type SidebarProps = {
  items: readonly NavigationItem[];
  state: SidebarState;
  onToggle: () => void;
};

/** Shown beside the page from 992 px; below that its content is in the drawer. */
export function Sidebar({ items, state, onToggle }: SidebarProps) {
  const { t } = useTranslation();
  const folded = state === "folded";
  return (
    <Aside data-folded={folded || undefined}>
      <BrandLink folded={folded} />
      <nav aria-label={t("navigation.label")}>
        <NavigationList items={items} folded={folded} />
      </nav>
      <Foot>
        <LanguageItem folded={folded} />
        <LogoutButton folded={folded} />
        <Fold
          type="button"
          aria-label={t(folded ? "navigation.unfold" : "navigation.fold")}
          aria-expanded={!folded}
          onClick={onToggle}
        >
          <Icon name="sidebar" mirrored />
        </Fold>
      </Foot>
    </Aside>
  );
}

export function BrandLink({ folded = false }: { folded?: boolean }) {
  const { t } = useTranslation();
  return (
    <Brand to="/sitelist" aria-label={t("brand")}>
      <BrandMark />
      {!folded && <span>{t("brand")}</span>}
    </Brand>
  );
}

const Aside = styled("aside", {
  display: { base: "none", lg: "flex" },
  flexDirection: "column",
  flexShrink: "0",
  w: "sidebar",
  transition: "width 0.2s",
  position: "sticky",
  top: "0",
  h: "100dvh",
  bg: "harbour.bg",
  color: "harbour.fg",
  px: "3",
  py: "4",
  gap: "6",
  overflow: "hidden",
  "&[data-folded]": { w: "rail" },
  "& > nav": { flex: "1" },
});

const Brand = styled(Link, {
  display: "flex",
  alignItems: "center",
  gap: "2.5",
  px: "1",
  borderRadius: "md",
  focusVisibleRing: "outside",
  focusRingColor: "harbour.sun",
  "& span": { fontWeight: "semibold", fontSize: "lg", letterSpacing: "tight" },
});

const Foot = styled("div", { display: "flex", flexDirection: "column", gap: "1" });

const Fold = styled("button", styleOf("button", { variant: "plain", size: "sm" }), {
  px: "0",
  py: "0",
  _icon: { fontSize: "1.2em" },
  alignSelf: "flex-end",
  color: "harbour.muted",
  focusRingColor: "harbour.sun",
  _hover: { color: "harbour.fg", bg: "harbour.hover" },
  "[data-folded] &": { alignSelf: "center" },
});
