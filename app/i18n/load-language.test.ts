import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#domain/languages.ts";
import { loadLanguage } from "./load-language.ts";

test("the languages are those that have texts", () => {
  const folders = readdirSync(new URL("../../locales", import.meta.url));
  expect(folders.sort()).toEqual([...LANGUAGES].sort());
});

test("every language brings its texts, and another one those of the default", async () => {
  for (const language of LANGUAGES)
    expect(Object.keys(await loadLanguage(language))).toContain("common");
  expect(await loadLanguage("xx")).toEqual(await loadLanguage(DEFAULT_LANGUAGE));
});

test("a page does not load what only the server says", async () => {
  for (const language of LANGUAGES) {
    const namespaces = Object.keys(await loadLanguage(language));
    expect(namespaces).toContain("realtime");
    expect(namespaces).not.toEqual(expect.arrayContaining(["mails"]));
    expect(namespaces).not.toEqual(expect.arrayContaining(["apidocs"]));
    expect(namespaces).not.toEqual(expect.arrayContaining(["push"]));
  }
});
