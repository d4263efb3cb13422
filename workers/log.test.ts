import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";
import { describeError } from "./log.ts";

test("a failed query is described without its parameters", () => {
  const cause = new Error("D1_ERROR: no such table: users");
  const described = describeError(
    new DrizzleQueryError("select * from users where account = ?", ["zoe@example.org"], cause),
  );
  expect(described).toContain("no such table: users");
  expect(described).toContain("where account = ?");
  expect(described).not.toContain("zoe");
});

test("a failed query that caused something else is described without its parameters", () => {
  const query = new DrizzleQueryError("select ?", ["zoe@example.org"], new Error("D1 is away"));
  const described = describeError(
    new Error("a page failed", { cause: new Error("deep", { cause: query }) }),
  );
  for (const part of ["a page failed", "deep", "select ?", "D1 is away"])
    expect(described).toContain(part);
  expect(described).not.toContain("zoe");
});

test("a circle of causes is described once", () => {
  const one = new Error("one");
  one.cause = new Error("other", { cause: one });
  expect(describeError(one)).toContain("other");
});

test("any thrown value can be described", () => {
  expect(describeError(new Error("broken"))).toContain("broken");
  expect(describeError("broken")).toBe("broken");
  expect(describeError(undefined)).toBe("undefined");
});
