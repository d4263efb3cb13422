import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isTestFile, projectRoot, readSourceTree } from "./source-tree.ts";
import { findDialect } from "./vocabulary.ts";

/** Breaches with a reason: the words are the subject of the line, or belong to a text of others. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "tools/commit-subject.mjs": "lists words that are no verbs",
  "docs/glossary.md": "names the words that a term replaces",
};

/** Rooms that are still being rewritten. */
const PENDING = ["app/", "database/", "domain/", "durable-objects/", "operations/", "protocol/"];

/** Product code, documents and English texts; tests are named as sentences. */
function readProduct(): Map<string, string> {
  const code = [...readSourceTree()].filter(([path]) => !isTestFile(path));
  const others = ["README.md", "docs/**/*.md", "locales/en/*.json", "app/**/*.css"]
    .flatMap((pattern) => globSync(pattern, { cwd: projectRoot }))
    .map((path) => path.replaceAll("\\", "/"))
    .map((path) => [path, readFileSync(join(projectRoot, path), "utf8")] as const);
  return new Map(
    [...code, ...others].filter(
      ([path]) => !(path in EXCEPTIONS || PENDING.some((room) => path.startsWith(room))),
    ),
  );
}

test("names, comments, documents and English texts use standard terms", () => {
  const found = [...readProduct()].flatMap(([path, source]) => findDialect(path, source));
  expect(found).toEqual([]);
});

test.each([
  ["a comment", "/** Whoever reads it. */", "whoever"],
  ["a sentence", "The site is told of it.", "told"],
  ["camelCase", "const toldOf = 1;", "told"],
  ["PascalCase", "type NeverHeard = 1;", "heard"],
  ["snake_case", "untold, but_forgotten", "forgotten"],
  ["kebab-case", ".map-figures {}", "figures"],
  ["a bound", "const MOST_SITES = 1;", "most_sites"],
  ["an empty name", "type Asked = {};", "type asked"],
  ["two words", "/** The poller comes by. */", "comes by"],
])("a planted breach is found in %s", (_where, line, word) => {
  expect(findDialect("domain/planted.ts", `\n${line}\n`)).toEqual([`domain/planted.ts:2: ${word}`]);
});

test("a planted breach is found in a path, and letters only where e-mails are", () => {
  expect(findDialect("domain/tell-ends.ts", "")).toEqual(["domain/tell-ends.ts:0: tell"]);
  expect(findDialect("operations/mails/x.ts", "const letter = 1;")).toHaveLength(1);
  expect(findDialect("domain/sites/x.ts", "/** Six letters. */")).toEqual([]);
});

test.each([
  "alignItems: 'stretch'",
  'alignItems="stretch"',
  "figuresAt: 1",
  "a list on demand",
  "const storyteller = retold;",
])("a standard use passes: %s", (line) => {
  expect(findDialect("app/x.tsx", line)).toEqual([]);
});
