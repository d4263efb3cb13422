import { useId } from "react";
import { Form, useLocation } from "react-router";
import { LANGUAGE_NAMES, LANGUAGES } from "#domain/languages.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { looksOf, styled } from "../theme/styled.tsx";
import { Icon } from "./icons/icon.tsx";

/** The languages, each by its own name, in the browser's own popover. Choosing one loads the page anew in it. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const { pathname, search } = useLocation();
  const id = useId();
  const current = LANGUAGES.find((language) => language === i18n.language);
  const name = LANGUAGE_NAMES[current ?? LANGUAGES[0]];
  return (
    <>
      <Opener type="button" popoverTarget={id} aria-label={t("language.menu", { name })}>
        <Icon name="language" />
        <span>{name}</span>
        <Icon name="down" size="0.9em" />
      </Opener>
      <Panel id={id} popover="auto">
        <Form method="post" action="/language" reloadDocument>
          <input type="hidden" name="redirect" value={pathname + search} />
          {LANGUAGES.map((language) => (
            <Item
              key={language}
              type="submit"
              name="language"
              value={language}
              aria-current={language === current ? "true" : undefined}
            >
              <span lang={language}>{LANGUAGE_NAMES[language]}</span>
              {language === current && <Icon name="check" size="1em" />}
            </Item>
          ))}
        </Form>
      </Panel>
    </>
  );
}

const Opener = styled("button", looksOf("button", { variant: "ghost", size: "sm" }), {
  colorPalette: "gray",
  px: "2.5",
  fontWeight: "medium",
  "& svg": { color: "fg.subtle" },
});

const Panel = styled("div", {
  position: "fixed",
  inset: "auto",
  top: "13",
  insetEnd: "3",
  m: "0",
  p: "1.5",
  minW: "44",
  bg: "bg.raised",
  color: "fg",
  borderWidth: "1px",
  borderRadius: "lg",
  boxShadow: "lg",
  textStyle: "sm",
  // Where browsers can, it opens at its own button, wherever that stands.
  "@supports (position-area: block-end span-inline-start)": {
    inset: "auto",
    my: "1",
    positionArea: "block-end span-inline-start",
    positionTryFallbacks: "flip-inline, flip-block, flip-block flip-inline",
  },
});

const Item = styled("button", {
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "4",
  w: "full",
  px: "3",
  py: "2",
  borderRadius: "md",
  textAlign: "start",
  cursor: "pointer",
  focusVisibleRing: "inside",
  focusRingWidth: "2px",
  _hover: { bg: "bg.hover" },
  "&[aria-current]": { fontWeight: "semibold" },
});
