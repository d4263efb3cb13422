const MAX_SORT_NAME_LENGTH = 100;
const DIGITS_OF_NUMBER = 12;
const MAX_WORDS = 24;
const MAX_WORD_LENGTH = 30;
/** More words than these leave no fewer sites. */
export const MAX_SEARCH_WORDS = 8;
/** Scripts without spaces between words: a search matches at any of their characters. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Returns a text as it is compared: lower case without accents. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss");
}

/** The words of a text, folded. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];
}

/** The name as lists are ordered by it: whatever its case and accents, and "Roof 2" before "Roof 10". */
export function sortNameOf(name: string): string {
  return fold(name.trim())
    .replaceAll(/\d+/g, (digits) => digits.padStart(DIGITS_OF_NUMBER, "0"))
    .slice(0, MAX_SORT_NAME_LENGTH);
}

/** The words by whose beginnings a site is found. */
export function searchWordsOf(texts: readonly (string | null)[]): string[] {
  const words = new Set<string>();
  for (const term of texts.flatMap((text) => wordsOf(text ?? "")))
    for (const found of WITHOUT_SPACES.test(term) ? endingsOf(term) : [term])
      words.add(found.slice(0, MAX_WORD_LENGTH));
  return [...words].slice(0, MAX_WORDS);
}

/** Splits a search into beginnings of words: a site matches if each of them begins one of its words. */
export function prefixesOf(search: string): string[] {
  const prefixes = new Set(wordsOf(search).map((word) => word.slice(0, MAX_WORD_LENGTH)));
  return [...prefixes].slice(0, MAX_SEARCH_WORDS);
}

/** What of a site follows from its name, its location and its serial number: set it wherever one of these is. */
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
