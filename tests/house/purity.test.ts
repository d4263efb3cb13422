import { expect, test } from "vitest";
import { findImpurities } from "./find-impurities.ts";
import { readSourceTree } from "./source-tree.ts";

test("rules, wire, queries and operations get time and chance from their caller", () => {
  expect(findImpurities(readSourceTree())).toEqual([]);
});

test.each([
  ["domain/planted.ts", "const at = Date.now();", "Date.now"],
  ["protocol/planted.ts", "const at = new Date();", "new Date()"],
  ["operations/planted.ts", "const id = crypto.randomUUID();", "crypto.randomUUID"],
  ["operations/planted.ts", 'await fetch("https://example.com");', "fetch()"],
  ["domain/planted.ts", "const { TZ } = process.env;", "process.env"],
  ["durable-objects/planted.ts", "setTimeout(() => {}, 1);", "setTimeout()"],
  ["durable-objects/planted.ts", 'new WebSocket("wss://example.com");', "new WebSocket()"],
])("a planted impurity is caught: %s %s", (path, source, use) => {
  expect(findImpurities(new Map([[path, source]]))).toEqual([`${path}:1 ${use}`]);
});

test("a date made of a given instant is pure", () => {
  const source = "export const yearOf = (at: number) => new Date(at).getUTCFullYear();";
  expect(findImpurities(new Map([["domain/year.ts", source]]))).toEqual([]);
});
