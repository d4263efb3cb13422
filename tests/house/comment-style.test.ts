import { expect, test } from "vitest";
import { findPoorComments } from "./comment-style.ts";
import { readSourceTree } from "./source-tree.ts";

test("comments stand alone", () => {
  expect(findPoorComments(readSourceTree())).toEqual([]);
});

test.each([
  [
    "a relative clause",
    "/** What a page shows. */\nexport const a = 1;",
    "begins with a relative clause",
  ],
  ["a relative clause of a line", "// What is left.\n", "begins with a relative clause"],
  ["a continuation", "/** And the other one. */", "begins as a continuation"],
  ["a pronoun for nothing", "/**\n * Those of the site.\n */", "begins with a pronoun for nothing"],
  ["a singular pronoun", "/** That of the site. */", "begins with a pronoun for nothing"],
  ["null where", "/** The site; null where there is none. */", "null of or null where"],
  ["null of", "/** The state, null of a site without one. */", "null of or null where"],
  ["of whom", "/** Users, of whom one owns the site. */", "of whom"],
  ["only tags", "/** @returns the site */\nexport function readSite() {}", "only tags"],
])("a planted comment is found: %s", (_what, source, rule) => {
  expect(findPoorComments(new Map([["domain/planted.ts", source]]))).toEqual([
    `domain/planted.ts:1: ${rule}`,
  ]);
});

test.each([
  "/** Returns what a page shows. */",
  "/** What a site stores is limited by its plan. */".replace("What", "The data that"),
  "/** @param name of the site */\nconst inner = (name: string) => name;",
  'const link = "https://example.org/And";',
])("a comment that stands alone passes: %s", (source) => {
  expect(findPoorComments(new Map([["domain/planted.ts", source]]))).toEqual([]);
});
