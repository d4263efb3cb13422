import { expect, test } from "vitest";
import { isTestFile, readSourceTree, type SourceTree } from "./source-tree.ts";

/** It makes the imports of all others. */
const LOADER = "app/load-chunk.ts";

/** Dynamic imports of pages that are not loaded again where they fail (docs/decisions/0071). */
function findBareImports(tree: SourceTree): string[] {
  return [...tree]
    .filter(([path]) => path.startsWith("app/") && path !== LOADER && !isTestFile(path))
    .flatMap(([path, source]) =>
      [...source.matchAll(/(?<!typeof )\bimport\(/g)]
        .filter(({ index }) => {
          const before = source.slice(Math.max(0, index - 200), index);
          return !/\b(loadChunk|lazyComponent)\b[^;]*\(\s*\(\) =>\s*$/.test(before);
        })
        .map(({ index }) => `${path}:${source.slice(0, index).split("\n").length}`),
    );
}

test("every chunk of a page is loaded again where it fails", () => {
  expect(findBareImports(readSourceTree())).toEqual([]);
});

test("a planted import that is not loaded again is caught", () => {
  const planted = new Map([
    ["app/planted.ts", '\nimport("./part.ts").then(show);'],
    [
      "app/good.ts",
      'loadChunk(() => import("./part.ts")).then((part: typeof import("./part.ts")) => {});',
    ],
    ["tools/other.ts", 'import("./part.ts");'],
  ]);
  expect(findBareImports(planted)).toEqual(["app/planted.ts:2"]);
});
