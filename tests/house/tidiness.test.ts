import { expect, test } from "vitest";
import { readSourceTree } from "./source-tree.ts";
import { findBadNames, findLongFiles, reportLengths } from "./tidiness.ts";

const house = readSourceTree();

test("no file is longer than 600 lines; the median and the longest files are reported", () => {
  expect(findLongFiles(house)).toEqual([]);
  console.log(reportLengths(house).join("\n"));
});

test("a planted long file is caught", () => {
  const lines = "export const a = 1;\n".repeat(601);
  const planted = new Map([
    ["domain/planted.ts", lines],
    ["domain/allowed.ts", lines.replace(/.*\n/, "")],
    ["domain/registers/catalogue/planted.ts", lines],
    ["domain/planted.test.ts", lines],
  ]);
  expect(findLongFiles(planted)).toEqual(["domain/planted.ts: 601 lines"]);
});

test("lengths of planted files are reported, the longest first", () => {
  const planted = [1, 40, 3].map((lines) => [`domain/p${lines}.ts`, "a;\n".repeat(lines)] as const);
  expect(reportLengths(new Map(planted))).toEqual([
    "median file: 3 lines",
    "domain/p40.ts: 40 lines",
    "domain/p3.ts: 3 lines",
    "domain/p1.ts: 1 lines",
  ]);
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
