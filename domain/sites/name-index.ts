import { normalizeForSearch } from "./normalize-for-search.ts";

const MAX_SORT_NAME_LENGTH = 100;
/** Length to which numbers in a sort name are padded. */
const DIGITS_OF_NUMBER = 12;
/** Maximum number of indexed words of a site. */
const MAX_WORDS = 24;
const MAX_WORD_LENGTH = 30;
/** Maximum number of words of a search; further words are ignored. */
export const MAX_SEARCH_WORDS = 8;
/** Scripts without spaces between words, in which a search matches at any character. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Returns the words of a text, normalized for search. */
export function wordsOf(text: string): string[] {
  return normalizeForSearch(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];
}

/** Returns the key by which lists order a name: without case and accents, and with "Roof 2" before "Roof 10". */
export function sortNameOf(name: string): string {
  return normalizeForSearch(name.trim())
    .replaceAll(/\d+/g, (digits) => digits.padStart(DIGITS_OF_NUMBER, "0"))
    .slice(0, MAX_SORT_NAME_LENGTH);
}

/** Returns the indexed words of a site's texts: a search finds the site by the beginnings of these words. */
export function searchWordsOf(texts: readonly (string | null)[]): string[] {
  const words = new Set<string>();
  for (const term of texts.flatMap((text) => wordsOf(text ?? "")))
    for (const found of WITHOUT_SPACES.test(term) ? endingsOf(term) : [term])
      words.add(found.slice(0, MAX_WORD_LENGTH));
  return [...words].slice(0, MAX_WORDS);
}

/** Splits a search into beginnings of words. A site matches if each of them begins one of its indexed words. */
export function prefixesOf(search: string): string[] {
  const prefixes = new Set(wordsOf(search).map((word) => word.slice(0, MAX_WORD_LENGTH)));
  return [...prefixes].slice(0, MAX_SEARCH_WORDS);
}

/** Returns the columns derived from a site's name, location and serial number; store them whenever one changes. */
export function indexSite(site: { name: string; location: string; serial: string | null }) {
  return {
    sortName: sortNameOf(site.name),
    words: searchWordsOf([site.name, site.location, site.serial]),
  };
}

function endingsOf(word: string): string[] {
  const letters = [...word];
  return letters.map((_, start) => letters.slice(start).join(""));
}
