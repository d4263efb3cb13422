import { expect, test } from "vitest";
import { findUnnamedNumbers } from "./named-numbers.ts";
import { readSourceTree } from "./source-tree.ts";

test("durations, roles, user types and statuses have names", () => {
  expect(findUnnamedNumbers(readSourceTree())).toEqual([]);
});

test.each([
  ["a minute", "const WAIT_MS = 60_000;"],
  ["minutes", "const WAIT_MS = 10 * 60_000;"],
  ["an hour", "const WAIT_MS = 3_600_000;"],
  ["a day without separators", "setTimeout(end, 86400000);"],
  ["a product", "const WAIT_MS = 5 * 60 * 1000;"],
  ["hours of a day", "const WAIT_MS = 24 * 60 * MINUTE;"],
  ["a role", "if (member.role === 1) return;"],
  ["a user type", "return user.type !== 9;"],
  ["a status", "if (response.status !== 200) throw new Error();"],
  ["a range of statuses", "const isFault = status >= 500;"],
  ["a reversed comparison", "if (1 === member.role) return;"],
  ["a branch", "    case 404:"],
])("a planted number is found: %s", (_what, line) => {
  const planted = new Map([["domain/planted.ts", `\n${line}\n`]]);
  expect(findUnnamedNumbers(planted)).toHaveLength(1);
});

test.each([
  ["a name", "if (member.role === SITE_ROLE.administrator) return;"],
  ["watts", "const limitW = 1_000;"],
  ["a comment", "/** 60_000 ms. */"],
  ["a type of text", 'if (typeof type === "string") return;'],
])("a number with a name passes: %s", (_what, line) => {
  expect(findUnnamedNumbers(new Map([["domain/planted.ts", line]]))).toEqual([]);
});
