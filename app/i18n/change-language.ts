import type { i18n } from "i18next";
import type { Language } from "#domain/languages.ts";
import { loadLanguage } from "./load-language.ts";
import { loadPageTexts, PAGE_NAMESPACES } from "./page-texts.ts";

/**
 * Says everything in another language, the document staying as it is. First all texts are fetched that the page has in
 * its present one, so that nothing on it has to wait for its words.
 * @throws where they cannot be fetched
 */
export async function changeLanguage(i18n: i18n, language: Language): Promise<void> {
  const shown = PAGE_NAMESPACES.filter((one) => i18n.hasResourceBundle(i18n.language, one));
  const [texts] = await Promise.all([loadLanguage(language), loadPageTexts(i18n, language, shown)]);
  for (const [namespace, bundle] of Object.entries(texts))
    i18n.addResourceBundle(language, namespace, bundle);
  await i18n.changeLanguage(language);
}
