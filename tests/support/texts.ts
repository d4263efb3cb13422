import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { isolateInterpolation } from "#app/i18n/isolate.ts";
import type { Language } from "#domain/languages.ts";
import { formatCount } from "#domain/units/count.ts";

type Values = Readonly<Record<string, string | number>>;
/**
 * The text of `namespace:key.key`, as the people of a language read it. `count` selects a plural form where the key
 * itself has no text.
 */
export type Say = (key: string, values?: Values) => string;

const root = new URL("../../", import.meta.url).pathname;
const PLACEHOLDER = /\{\{\s*(\w+)[^}]*\}\}/g;
/** A placeholder that writes its number in the digits and groups of the language. */
const NUMBER = /,\s*number\b/;

/** All texts of a language, `namespace:key.key` → text. */
export function readTexts(language: Language): Map<string, string> {
  const files = globSync(`locales/${language}/*.json`, { cwd: root });
  return new Map(
    files.flatMap((file) =>
      flatten(JSON.parse(readFileSync(root + file, "utf8")), `${basename(file, ".json")}:`),
    ),
  );
}

function flatten(value: unknown, path: string): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  const separator = path.endsWith(":") ? "" : ".";
  return Object.entries(value ?? {}).flatMap(([key, child]) =>
    flatten(child, path + separator + key),
  );
}

export function speaker(language: Language): Say {
  const texts = readTexts(language);
  const rules = new Intl.PluralRules(language);
  const formOf = (count: string | number | undefined) =>
    typeof count === "number" ? rules.select(count) : count && "other";
  const write = (value: string | number, placeholder: string) =>
    typeof value === "number" && NUMBER.test(placeholder)
      ? formatCount(value, language)
      : String(value);
  return (key, values = {}) => {
    const text = texts.get(key) ?? texts.get(`${key}_${formOf(values.count)}`);
    if (text === undefined) throw new Error(`${language} has no text ${key}`);
    return text.replace(PLACEHOLDER, (placeholder, name: string) =>
      isolateInterpolation(write(values[name] ?? "", placeholder)),
    );
  };
}

/** Values of texts for `patternOf`: any characters, and digits. */
export const ANY_TEXT = "\uE000";
export const ANY_DIGITS = "\uE001";

/** Matches each of the texts as a whole. */
export function patternOf(...texts: readonly string[]): RegExp {
  const sources = texts.map((text) =>
    escapePattern(text).replaceAll(ANY_TEXT, ".+").replaceAll(ANY_DIGITS, "\\d+"),
  );
  return new RegExp(`^(?:${sources.join("|")})$`);
}

/** The source of a regular expression that matches a text as it is. */
export const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/**
 * Finds texts of a page that are not in its language: keys that found no text, and texts of the English pages, whole and
 * whatever stands in their placeholders.
 */
export function strangerFinder(language: Language): (shown: readonly string[]) => string[] {
  const english = readTexts("en");
  const own = new Set(readTexts(language).values());
  // A key may be a word that the language has, too.
  const names = new Set(
    [...english.keys()]
      .flatMap((key) => [key, key.replace(/^\w+:/, "")])
      .filter((name) => !own.has(name)),
  );
  const foreign = [...new Set(english.values())].filter((text) => !own.has(text));
  const plain = new Set(foreign.filter((text) => !text.includes("{{")));
  const patterns = foreign
    // What has hardly a word beside its placeholders fits everything.
    .filter((text) => text.includes("{{") && lettersIn(text.replace(PLACEHOLDER, "")) > 3)
    .map((text) => new RegExp(`^${text.split(PLACEHOLDER).map(piece).join("")}$`));
  return (shown) =>
    shown.filter(
      (text) =>
        names.has(text) || plain.has(text) || patterns.some((pattern) => pattern.test(text)),
    );
}

const lettersIn = (text: string) => text.replace(/\P{L}/gu, "").length;

/** Every other part of a text that was split at its placeholders is one of their names. */
function piece(part: string, index: number): string {
  return index % 2 === 0 ? escapePattern(part) : ".+";
}
