import { useId } from "react";
import { Form, useLocation } from "react-router";
import { LANGUAGE_NAMES, LANGUAGES } from "#domain/languages.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { looksOf, styled } from "../theme/styled.tsx";
import { Icon } from "./icons/icon.tsx";
import { MenuItem, MenuPanel } from "./menu-panel.tsx";

/** The languages, each by its own name. Choosing one loads the page anew in it. */
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
      <MenuPanel id={id} popover="auto">
        <Form method="post" action="/language" reloadDocument>
          <input type="hidden" name="redirect" value={pathname + search} />
          {LANGUAGES.map((language) => (
            <MenuItem
              key={language}
              type="submit"
              name="language"
              value={language}
              aria-current={language === current ? "true" : undefined}
            >
              <span lang={language}>{LANGUAGE_NAMES[language]}</span>
              {language === current && <Icon name="check" size="1em" />}
            </MenuItem>
          ))}
        </Form>
      </MenuPanel>
    </>
  );
}

const Opener = styled("button", looksOf("button", { variant: "ghost", size: "sm" }), {
  colorPalette: "gray",
  px: "2.5",
  fontWeight: "medium",
  "& svg": { color: "fg.subtle" },
});
