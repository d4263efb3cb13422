import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isTestFile, projectRoot, readSourceTree } from "./source-tree.ts";
import { findDialect } from "./vocabulary.ts";

/** Words that may stand in a file, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  // Columns and keys that released objects have stored.
  "durable-objects/site/errors/error-list.ts": ["told"],
  "durable-objects/site/errors/known-event.ts": ["told"],
  "durable-objects/site/sampling-policy.ts": ["demand"],
  "durable-objects/site/schema.ts": ["told", "forgotten", "demand"],
  "durable-objects/site/series/expired-rows.ts": ["forgotten"],
  "protocol/logger/conversation.ts": ["told", "heard"],
  "protocol/viewer/conversation-state.ts": ["heard"],
  // Fields of calls between Worker and object, of which either may be the older release.
  "operations/charts/period-curve.ts": ["figures"],
  "protocol/history/curves.ts": ["figures"],
  // The column of the site list that browsers keep in a cookie and in addresses.
  "app/routes/portal/sitelist/card-style.ts": ["figures"],
  "app/routes/portal/sitelist/site-cells.tsx": ["figures"],
  // Words that are the subject of the line.
  "tools/commit-subject.mjs": ["nobody", "somebody", "whoever"],
};

/** Product code, documents and English texts; tests are named as sentences. */
function readProduct(): Map<string, string> {
  const code = [...readSourceTree()].filter(([path]) => !isTestFile(path));
  const others = ["README.md", "docs/**/*.md", "locales/en/*.json", "app/**/*.css"]
    .flatMap((pattern) => globSync(pattern, { cwd: projectRoot }))
    .map((path) => path.replaceAll("\\", "/"))
    .map((path) => [path, readFileSync(join(projectRoot, path), "utf8")] as const);
  return new Map([...code, ...others]);
}

test("names, comments, documents and English texts use standard terms", () => {
  const found = [...readProduct()].flatMap(([path, source]) =>
    findDialect(path, source).filter((breach) => {
      const word = breach.slice(breach.indexOf(": ") + 2);
      return !EXCEPTIONS[path]?.includes(word);
    }),
  );
  expect(found).toEqual([]);
});

test("every exception is still needed", () => {
  const product = readProduct();
  const unused = Object.entries(EXCEPTIONS).flatMap(([path, words]) => {
    const found = findDialect(path, product.get(path) ?? "");
    return words
      .filter((word) => !found.some((breach) => breach.endsWith(`: ${word}`)))
      .map((word) => `${path}: ${word}`);
  });
  expect(unused).toEqual([]);
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
