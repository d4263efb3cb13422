import type { ReactNode } from "react";
import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { AppearanceToggle } from "#app/theme/appearance-toggle.tsx";
import { styled } from "#app/theme/styled.tsx";
import { BrandMark } from "#app/ui/icons/brand-mark.tsx";
import { LanguageMenu } from "#app/ui/language-menu.tsx";
import { LegalLinks } from "#app/ui/legal-links.tsx";
import { ConnectivityNotice } from "#app/ui/shell/connectivity-notice.tsx";
import { PageContent, SkipLink } from "#app/ui/shell/page-content.tsx";

/** Frame of a public page, without a menu. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Frame>
      <SkipLink />
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
      <PageContent>{children}</PageContent>
      <LegalLinks />
    </Frame>
  );
}

const Frame = styled("div", { display: "flex", flexDirection: "column", minH: "100dvh" });

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
