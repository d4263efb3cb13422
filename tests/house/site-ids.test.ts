import { expect, test } from "vitest";
import { readSourceTree, type SourceTree } from "./source-tree.ts";

/** The most sites that a file counts up to. */
const SITES_OF_FILE = 100;

/** Files whose sites are those of another too: what closes late in the one would wake the other's objects. */
function findSharedSites(tree: SourceTree): string[] {
  const first = [...tree]
    .filter(([path]) => path.startsWith("tests/workers/"))
    .flatMap(([path, source]) => {
      const [, digits] = /^let siteId = ([\d_]+);/m.exec(source) ?? [];
      return digits === undefined ? [] : [{ path, from: Number(digits.replaceAll("_", "")) }];
    })
    .sort((a, b) => a.from - b.from);
  return first.flatMap(({ path, from }, index) => {
    const before = first[index - 1];
    return before === undefined || from - before.from >= SITES_OF_FILE
      ? []
      : [`${before.path} and ${path}: ${from}`];
  });
}

test("tests that share a process have sites of their own", () => {
  expect(findSharedSites(readSourceTree())).toEqual([]);
});

test("planted sites of two files are caught", () => {
  const planted = new Map([
    ["tests/workers/one.test.ts", "let siteId = 4_000;\n"],
    ["tests/workers/other.test.ts", "let siteId = 4050;\n"],
    ["tests/workers/third.test.ts", "let siteId = 4150;\n"],
  ]);
  expect(findSharedSites(planted)).toEqual([
    "tests/workers/one.test.ts and tests/workers/other.test.ts: 4050",
  ]);
});
