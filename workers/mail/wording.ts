import { DEFAULT_LANGUAGE, type Language } from "#domain/languages.ts";
import type { Wording } from "#operations/mails/write-mail.ts";
import { createWorkerTexts } from "../worker-texts.ts";

// HTML is escaped as a whole by the layout.
const texts = await createWorkerTexts("mails", { interpolation: { escapeValue: false } });

/** Returns the texts of e-mails in a language, with English for missing ones. */
export function wordingOf(wanted: Language): Wording {
  const language = texts.has(wanted) ? wanted : DEFAULT_LANGUAGE;
  return { language, t: texts.translatorOf(language) };
}
