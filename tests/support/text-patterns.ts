import type { Language } from "#domain/languages.ts";
import { escapePattern, readTexts } from "./texts.ts";

/** What may stand in a text's placeholders. */
type Fillings = Readonly<Record<string, RegExp | string>>;
/** The source of a regular expression for the text of `namespace:key.key`. */
export type PatternOf = (key: string, fillings?: Fillings) => string;

const PLACEHOLDER = /\{\{\s*(\w+)[^}]*\}\}/;

/**
 * Regular expressions for texts of a language, for tests that cannot know what a placeholder holds, or what stands
 * around a text. A placeholder without a filling matches anything that is not empty.
 */
export function patternsOf(language: Language): PatternOf {
  const texts = readTexts(language);
  return (key, fillings = {}) => {
    const text = texts.get(key);
    if (text === undefined) throw new Error(`${language} has no text ${key}`);
    // Every other part is the name of a placeholder.
    return text
      .split(PLACEHOLDER)
      .map((part, index) => (index % 2 === 0 ? escapePattern(part) : fill(fillings[part])))
      .join("");
  };
}

function fill(filling: RegExp | string | undefined): string {
  if (filling === undefined) return ".+?";
  return typeof filling === "string" ? escapePattern(filling) : `(?:${filling.source})`;
}
