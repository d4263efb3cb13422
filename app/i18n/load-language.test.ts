import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { DEFAULT_LANGUAGE, SERVED_LANGUAGES } from "#domain/languages.ts";
import { loadLanguage } from "./load-language.ts";

test("every language served has texts", () => {
  const folders = readdirSync(new URL("../../locales", import.meta.url));
  expect(folders).toEqual(expect.arrayContaining([...SERVED_LANGUAGES]));
});

test("every language served brings its texts, and another one those of the default", async () => {
  for (const language of SERVED_LANGUAGES)
    expect(Object.keys(await loadLanguage(language))).toContain("common");
  expect(await loadLanguage("xx")).toEqual(await loadLanguage(DEFAULT_LANGUAGE));
});
