import { expect, test } from "vitest";
import { isTestFile, readSourceTree, type SourceTree } from "./source-tree.ts";

/**
 * Globs whose start the bundler has to resolve. Each holds one of its threads until another has resolved it: with more
 * of them than threads the build stops for ever.
 */
function findResolvedGlobs(tree: SourceTree): string[] {
  const globs = /import\.meta\.glob(?:<[^(]*>)?\(\s*\[?\s*"(?![./])([^"]*)"/g;
  const built = [...tree].filter(([path]) => !isTestFile(path));
  return built.flatMap(([path, source]) =>
    [...source.matchAll(globs)].map(([, pattern]) => `${path}: ${pattern}`),
  );
}

test("a glob begins at the project's root or beside its file", () => {
  expect(findResolvedGlobs(readSourceTree())).toEqual([]);
});

test.each([
  'import.meta.glob("#locales/*/a.json")',
  'import.meta.glob<Texts>(["#locales/*.json"])',
])("a planted glob that has to be resolved is caught: %s", (source) => {
  const planted = new Map([
    ["app/planted.ts", source],
    ["app/sound.ts", 'import.meta.glob(["/locales/*.json", "!**/a.json"])'],
  ]);
  expect(findResolvedGlobs(planted)).toHaveLength(1);
});
