import { posix } from "node:path";
import { expect, test } from "vitest";
import { scanImports } from "./scan-imports.ts";
import { findRoom, isTestFile, readSourceTree, type SourceTree } from "./source-tree.ts";

const SEED = "database/seed.ts";

/** Files outside of tools and tests that could put demo accounts into a database. */
function findSeeders(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, source]) => {
    if (isTestFile(path) || findRoom(path) === "tools") return [];
    const named = scanImports(path, source).map(({ specifier = "" }) =>
      specifier.startsWith(".")
        ? posix.join(posix.dirname(path), specifier)
        : specifier.replace(/^#/, ""),
    );
    return named.includes(SEED) ? [path] : [];
  });
}

test("no deployed code can seed a database", () => {
  const tree = readSourceTree();
  expect(tree.has(SEED)).toBe(true);
  expect(findSeeders(tree)).toEqual([]);
});

test("a planted seeder is caught", () => {
  const planted = new Map([
    ["workers/planted.ts", 'const seed = () => import("#database/seed.ts");'],
    ["database/planted.ts", 'export { seed } from "./seed.ts";'],
    ["tools/start.ts", 'import { seed } from "#database/seed.ts";'],
  ]);
  expect(findSeeders(planted)).toEqual(["workers/planted.ts", "database/planted.ts"]);
});
