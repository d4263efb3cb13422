import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";

const ID = "content";

/** First element in the tab order: skips to the page's content. */
export function SkipLink() {
  const { t } = useTranslation();
  return <Skip href={`#${ID}`}>{t("skipToContent")}</Skip>;
}

/** Main content of a page, in any frame. */
export function PageContent({ children }: { children: ReactNode }) {
  return <Main id={ID}>{children}</Main>;
}

const Skip = styled("a", {
  position: "fixed",
  top: "2",
  insetStart: "4",
  opacity: "0",
  pointerEvents: "none",
  zIndex: "skipNav",
  bg: "bg.raised",
  px: "4",
  py: { base: "3", lg: "2" },
  borderRadius: "md",
  _focusVisible: { opacity: "1", pointerEvents: "auto", boxShadow: "md" },
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
