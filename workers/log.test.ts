import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";
import { describeError } from "./log.ts";

test("a failed query is told without its parameters", () => {
  const cause = new Error("D1_ERROR: no such table: users");
  const told = describeError(
    new DrizzleQueryError("select * from users where account = ?", ["zoe@example.org"], cause),
  );
  expect(told).toContain("no such table: users");
  expect(told).toContain("where account = ?");
  expect(told).not.toContain("zoe");
});

test("whatever is thrown can be told", () => {
  expect(describeError(new Error("broken"))).toContain("broken");
  expect(describeError("broken")).toBe("broken");
  expect(describeError(undefined)).toBe("undefined");
});
