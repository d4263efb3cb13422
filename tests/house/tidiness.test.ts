import { expect, test } from "vitest";
import { readSourceTree } from "./source-tree.ts";
import { findBadNames, findLongFiles, findMedianLength } from "./tidiness.ts";

const house = readSourceTree();

test("no file mixes jobs; the median length is reported", () => {
  expect(findLongFiles(house)).toEqual([]);
  console.log(`median file: ${findMedianLength(house)} lines`);
});

test("a planted long file is caught", () => {
  const lines = "export const a = 1;\n".repeat(301);
  const planted = new Map([
    ["domain/planted.ts", lines],
    ["domain/registers/catalogue/planted.ts", lines],
    ["domain/planted.test.ts", lines],
  ]);
  expect(findLongFiles(planted)).toEqual(["domain/planted.ts: 301 lines"]);
});

test("files are named for what they hold", () => {
  expect(findBadNames(house.keys())).toEqual([]);
});

test.each([
  "domain/siteName.ts",
  "app/ui/Button.tsx",
  "domain/utils.ts",
  "app/helpers/date.ts",
  "operations/site-utils.ts",
  "workers/common/x.ts",
  "protocol/site_rpc.ts",
  "durable-objects/site/socket-manager.ts",
])("a planted bad name is caught: %s", (path) => {
  expect(findBadNames([path])).toEqual([path]);
});
