import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { isTestFile, projectRoot, readSourceTree } from "./source-tree.ts";
import { findDialect } from "./vocabulary.ts";

/** Lines of the product in which a banned word may stand, all exceptions together. */
const MAX_LINES = 20;

/** Words that may stand in a file, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  // Columns and keys that released objects have stored, each mapped to a standard name where it is read.
  "durable-objects/site/errors/error-list.ts": ["told"],
  "durable-objects/site/sampling-policy.ts": ["demand"],
  "durable-objects/site/schema.ts": ["told", "forgotten", "demand"],
  "durable-objects/site/series/expired-rows.ts": ["forgotten"],
  "protocol/logger/conversation.ts": ["told", "heard"],
  "protocol/viewer/conversation-state.ts": ["heard"],
  // Methods and fields between Worker and object, of which either may be the older release.
  "durable-objects/site/site-object.ts": ["forget"],
  "operations/user/delete-account.ts": ["forget"],
  "protocol/history/curves.ts": ["figures"],
  "protocol/site-rpc.ts": ["forget", "forgotten", "figures"],
  // The name of a column in cookies and addresses of earlier releases.
  "app/routes/portal/sitelist/list-columns.ts": ["figures"],
  // Words that are the subject of the line.
  "tools/commit-subject.mjs": ["nobody", "somebody", "whoever"],
};

/** Words of tests, each with its reason. */
const TEST_EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  // What earlier releases stored and sent.
  "app/routes/portal/sitelist/list-query.test.ts": ["figures"],
  "tests/workers/site-object-outbox.test.ts": ["figures"],
  "tests/workers/worker-queue.test.ts": ["figures"],
  "tools/migrate.test.ts": ["figures", "tries", "untold"],
  // A method between Worker and object.
  "tests/support/sites-double.ts": ["forget"],
  "tests/workers/delete-account.test.ts": ["forget"],
  "tests/workers/journal-object.test.ts": ["forget"],
};
/** The check itself. */
const UNCHECKED = /^tests\/house\/vocabulary/;

/** Product code, documents, English texts and settings. */
function readProduct(root = projectRoot): Map<string, string> {
  const code = [...readSourceTree(root)].filter(([path]) => !isTestFile(path));
  const patterns = [
    "README.md",
    "docs/**/*.{md,mjs,ts}",
    "locales/en/*.json",
    "app/**/*.css",
    "wrangler.toml",
  ];
  const others = patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !isTestFile(path))
    .map((path) => [path, readFileSync(join(root, path), "utf8")] as const);
  return new Map([...code, ...others]);
}

function findAllDialect(root?: string): string[] {
  return [...readProduct(root)].flatMap(([path, source]) => findDialect(path, source));
}

/** Returns breaches without those that are excepted. */
function without(exceptions: Readonly<Record<string, readonly string[]>>, breaches: string[]) {
  return breaches.filter((breach) => {
    const [path = "", , word = ""] = breach.split(/: ?/);
    return !exceptions[path]?.includes(word);
  });
}

test("names, comments, documents and English texts use standard terms", () => {
  expect(without(EXCEPTIONS, findAllDialect())).toEqual([]);
});

test("names, titles and comments of tests use standard terms", () => {
  const tests = [...readSourceTree()].filter(([path]) => isTestFile(path) && !UNCHECKED.test(path));
  const found = tests.flatMap(([path, source]) => findDialect(path, source));
  expect(without(TEST_EXCEPTIONS, found)).toEqual([]);
});

test("few lines need an exception", () => {
  const lines = new Set(findAllDialect().map((breach) => breach.slice(0, breach.indexOf(": "))));
  expect(lines.size).toBeLessThanOrEqual(MAX_LINES);
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
  ["a document", "docs/planted.md", "# Sites\nThe site is told of it."],
  ["the README", "README.md", "Whoever reads it."],
  ["an English text", "locales/en/planted.json", '{ "key": "Nobody may see it" }'],
  ["a style sheet", "app/planted.css", ".map-figures {}"],
  ["a setting", "wrangler.toml", "# It is decided for good."],
  ["code", "domain/planted.ts", "export const toldAt = 1;"],
  ["a component", "app/ui/planted.tsx", "export const Sight = () => null;"],
  ["a command", "tools/planted.mjs", "// It hears nothing."],
  ["the name of a file", "operations/dress.ts", ""],
])("a breach is found in a file: %s", (_what, path, text) => {
  const root = mkdtempSync(join(tmpdir(), "vocabulary-"));
  try {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    expect(findAllDialect(root)).toHaveLength(1);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test.each([
  ["a comment", "/** Whoever reads it. */", "whoever"],
  ["a sentence", "The site is told of it.", "told"],
  ["camelCase", "const toldOf = 1;", "told"],
  ["PascalCase", "type NeverHeard = 1;", "heard"],
  ["snake_case", "retold, but_forgotten", "forgotten"],
  ["kebab-case", ".map-figures {}", "figures"],
  ["a compound", "type UntoldEnds = 1;", "untold"],
  ["a bound", "const MOST_SITES = 1;", "most_sites"],
  ["another bound", "const LARGEST_BODY = 1;", "largest_body"],
  ["a distance", "const FARTHEST_ROUND = 1;", "farthest_round"],
  ["an empty name", "type Asked = {};", "type asked"],
  ["two words", "/** The poller comes by. */", "comes by"],
  ["an idiom", "/** Removed for good. */", "for good"],
  ["a function of two words", "function handOver() {}", "hand over"],
])("a planted breach is found in %s", (_where, line, word) => {
  expect(findDialect("domain/planted.ts", `\n${line}\n`)).toEqual([`domain/planted.ts:2: ${word}`]);
});

test("a planted breach is found in a path, and letters only where e-mails are", () => {
  expect(findDialect("domain/tell-ends.ts", "")).toEqual(["domain/tell-ends.ts:0: tell"]);
  expect(findDialect("operations/mails/x.ts", "const letter = 1;")).toHaveLength(1);
  expect(findDialect("operations/mails/x.ts", "letter-spacing: 0")).toEqual([]);
  expect(findDialect("domain/sites/x.ts", "/** Six letters. */")).toEqual([]);
});

test("a word that only contains a banned one passes", () => {
  expect(findDialect("app/x.tsx", "const storyteller = retold;")).toEqual([]);
});
