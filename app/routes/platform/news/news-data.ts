import type { ApiAnswer } from "#app/api/api-types.ts";
import { LANGUAGES, type Language } from "#domain/languages.ts";

/** News on one page of the list. */
export const NEWS_PAGE = 20;

/** A news item as the editor shows it. */
export type EditedNews = ApiAnswer<"POST /platform/v2/news/get">;

/** Address of a page of the list. */
export function newsPageAddress(page: number): string {
  return page > 1 ? `/platform/news?page=${page}` : "/platform/news";
}

export const PUBLISH_CHOICES = ["draft", "now", "at"] as const;

/** Names of the fields of a language, which are also the paths of their faults. */
export function fieldsOf(language: Language): { title: string; text: string } {
  return { title: `texts.${language}.title`, text: `texts.${language}.text` };
}

export type Words = { title: string; text: string };

/** Reads the texts of a form; a language without any text is absent. */
export function readTexts(textOf: (name: string) => string): Partial<Record<Language, Words>> {
  return Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const names = fieldsOf(language);
      const words = { title: textOf(names.title), text: textOf(names.text) };
      return words.title.trim() === "" && words.text.trim() === "" ? [] : [[language, words]];
    }),
  );
}
