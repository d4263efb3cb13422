import type { i18n } from "i18next";
import { type SubmitEvent, useEffect, useId } from "react";
import { useFetcher, useLocation } from "react-router";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "#domain/languages.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { loadChunk } from "../load-chunk.ts";
import type { action } from "../routes/language.ts";
import { styleOf } from "../theme/fixed-class.ts";
import { styled } from "../theme/styled.tsx";
import { raiseAlert } from "./alert-store.ts";
import { Icon } from "./icons/icon.tsx";
import { MenuItem, MenuPanel } from "./menu-panel.tsx";

/** Menu of the languages in the top bar. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const name = useLanguageName();
  const id = useId();
  return (
    <>
      <Opener type="button" popoverTarget={id} aria-label={t("language.menu", { name })}>
        <Icon name="language" />
        <span>{name}</span>
        <Icon name="down" size="0.9em" />
      </Opener>
      <MenuPanel id={id} popover="auto">
        <LanguageChoices />
      </MenuPanel>
    </>
  );
}

/** Returns the current language's own name. */
export function useLanguageName(): string {
  const { i18n } = useTranslation();
  const current = LANGUAGES.find((language) => language === i18n.language);
  return LANGUAGE_NAMES[current ?? LANGUAGES[0]];
}

/** The languages, each by its own name, in a popover. Without scripts a choice reloads the page. */
export function LanguageChoices() {
  const { i18n } = useTranslation();
  const { pathname, search } = useLocation();
  const choose = useChoice();
  return (
    <form method="post" action="/language" onSubmit={choose}>
      <input type="hidden" name="redirect" value={pathname + search} />
      {LANGUAGES.map((language) => {
        const isCurrent = language === i18n.language;
        return (
          <MenuItem
            key={language}
            type="submit"
            name="language"
            value={language}
            aria-current={isCurrent ? "true" : undefined}
          >
            <span lang={language}>{LANGUAGE_NAMES[language]}</span>
            {isCurrent && <Icon name="check" size="1em" />}
          </MenuItem>
        );
      })}
    </form>
  );
}

/** Loads the texts of another language when the user chooses it. */
async function change(i18n: i18n, language: Language): Promise<void> {
  const { changeLanguage } = await loadChunk(() => import("../i18n/change-language.ts"));
  await changeLanguage(i18n, language);
}

/** The page stays with all its input: the choice is stored, the data revalidated, and the texts replaced. */
function useChoice(): (event: SubmitEvent<HTMLFormElement>) => void {
  const { i18n } = useTranslation();
  const { data, submit } = useFetcher<typeof action>();
  useEffect(() => {
    if (data) change(i18n, data.language).catch(() => raiseAlert("noServer"));
  }, [data, i18n]);
  return (event) => {
    event.preventDefault();
    event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
    // The page already shows the offline warning.
    if (!navigator.onLine) return;
    const chosen = new FormData(event.currentTarget, event.nativeEvent.submitter).get("language");
    void submit({ language: String(chosen) }, { method: "post", action: "/language" });
  };
}

const Opener = styled("button", styleOf("button", { variant: "ghost", size: "sm" }), {
  colorPalette: "gray",
  px: "2.5",
  fontWeight: "medium",
  "& svg": { color: "fg.subtle" },
});
