import { expect, test } from "vitest";
import { listAddress, readChoice, readParam } from "./list-address.ts";

test("an address has the parameters that are set, and reads back to them", () => {
  const address = listAddress("/platform/users", { search: "ana & co", by: "name", after: null });
  const { searchParams } = new URL(address, "https://portal.example");
  expect(readParam(searchParams, "search")).toBe("ana & co");
  expect(readChoice(searchParams, "by", ["account", "name"])).toBe("name");
  expect(listAddress("/platform/users", { search: "", after: null })).toBe("/platform/users");
});

test("a wrong choice is the usual one, and a text that is too long is none", () => {
  const params = new URLSearchParams({ by: "x", search: "y".repeat(101) });
  expect(readChoice(params, "by", ["account", "name"])).toBe("account");
  expect(readParam(params, "search")).toBe("");
  expect(readParam(params, "absent")).toBe("");
});
