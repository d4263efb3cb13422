import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "./source-tree.ts";
import { readLanguages } from "./texts.ts";

/** Labels of the interface that a page of the documentation quotes. */
const QUOTED: readonly [page: string, key: string][] = [
  ["access.md", "common:navigation.share"],
  ["access.md", "share:dialog.renew"],
  ["access.md", "share:dialog.protect"],
  ["api.md", "problems:ownersRight"],
  ["glossary.md", "common:navigation.siteList"],
  ["glossary.md", "common:user.logout"],
  ["glossary.md", "realtime:totals.solarHarvest"],
  ["history.md", "charts:history.next"],
  ["site-list.md", "listtools:selection.done"],
  ["sites.md", "addsite:title"],
];

const QUOTES = [
  ["**", "**"],
  ['"', '"'],
  ["“", "”"],
] as const;

function findStaleQuotes(
  quoted: typeof QUOTED,
  readPage: (page: string) => string,
  texts: ReadonlyMap<string, string>,
): string[] {
  return quoted
    .filter(([page, key]) => {
      const text = texts.get(key);
      const content = readPage(page);
      return !QUOTES.some(([open, close]) => content.includes(`${open}${text}${close}`));
    })
    .map(([page, key]) => `docs/${page}: ${key}`);
}

const texts = readLanguages().get("en") ?? new Map();
const readPage = (page: string) => readFileSync(join(projectRoot, "docs", page), "utf8");

test("a label that the documentation quotes is the one of the interface", () => {
  expect(findStaleQuotes(QUOTED, readPage, texts)).toEqual([]);
});

test("a planted label that has changed is caught", () => {
  expect(findStaleQuotes([["api.md", "addsite:title"]], readPage, texts)).toEqual([
    "docs/api.md: addsite:title",
  ]);
});
