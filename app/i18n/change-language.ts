import type { i18n } from "i18next";
import type { Language } from "#domain/languages.ts";
import { loadLanguage } from "./load-language.ts";
import { loadPageTexts, PAGE_NAMESPACES } from "./page-texts.ts";

/**
 * Changes the language without reloading the document. First loads all texts that the page uses, so that none is
 * missing.
 * @throws if they cannot be loaded
 */
export async function changeLanguage(i18n: i18n, language: Language): Promise<void> {
  const shown = PAGE_NAMESPACES.filter((one) => i18n.hasResourceBundle(i18n.language, one));
  const [texts] = await Promise.all([loadLanguage(language), loadPageTexts(i18n, language, shown)]);
  for (const [namespace, bundle] of Object.entries(texts))
    i18n.addResourceBundle(language, namespace, bundle);
  await i18n.changeLanguage(language);
}
