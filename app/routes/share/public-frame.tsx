import type { ReactNode } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.ts";
import { AppearanceToggle } from "../../theme/appearance-toggle.tsx";
import { styled } from "../../theme/styled.tsx";
import { BrandMark } from "../../ui/icons/brand-mark.tsx";
import { LanguageMenu } from "../../ui/language-menu.tsx";
import { ConnectivityNotice } from "../../ui/shell/connectivity-notice.tsx";

/** A page that anybody may see, with no menu: there is nowhere else to go for them. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Frame>
      <SkipLink href="#content">{t("skipToContent")}</SkipLink>
      <Bar>
        <Brand to="/" aria-label={t("brand")}>
          <BrandMark />
          <span>{t("brand")}</span>
        </Brand>
        <div>
          <LanguageMenu />
          <AppearanceToggle />
        </div>
      </Bar>
      <ConnectivityNotice />
      <Main id="content">{children}</Main>
    </Frame>
  );
}

const Frame = styled("div", { display: "flex", flexDirection: "column", minH: "100dvh" });

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

const Bar = styled("header", {
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "3",
  h: "14",
  px: { base: "4", lg: "8" },
  position: "sticky",
  top: "0",
  zIndex: "sticky",
  bg: "bg.panel",
  borderBottomWidth: "1px",
  "& > div": { display: "flex", alignItems: "center", gap: "1" },
});

const Brand = styled(Link, {
  display: "flex",
  alignItems: "center",
  gap: "2.5",
  borderRadius: "md",
  focusVisibleRing: "outside",
  "& span": { fontWeight: "semibold", fontSize: "lg", letterSpacing: "tight" },
});

const Main = styled("main", {
  flex: "1",
  w: "full",
  maxW: "page",
  mx: "auto",
  px: { base: "4", lg: "8" },
  pt: { base: "5", lg: "7" },
  pb: "16",
});
