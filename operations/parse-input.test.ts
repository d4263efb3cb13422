import { expect, test } from "vitest";
import { z } from "zod";
import { Problem } from "#domain/problem.ts";
import { parseInput } from "./parse-input.ts";

const schema = z.object({
  name: z.string().min(2).max(4, "tooLong"),
  count: z.int().min(1).max(9).default(1),
  kind: z.enum(["a", "b"]).default("a"),
});

function refusal(raw: unknown): Problem {
  try {
    parseInput(schema, raw);
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error("was not refused");
}

test("what is right passes, and unknown fields are ignored", () => {
  expect(parseInput(schema, { name: "abc", more: 1 })).toEqual({
    name: "abc",
    count: 1,
    kind: "a",
  });
});

test("a wrong JSON type is malformed", () => {
  for (const raw of [null, [], "text", { name: 1 }, { name: "abc", count: "3" }, { name: null }])
    expect(refusal(raw).code).toBe("malformed");
});

test("a missing field and a wrong value are invalid, with the key of a message each", () => {
  expect(refusal({}).details.fields).toEqual({ name: "required" });
  expect(refusal({ name: "a", count: 0 }).details.fields).toEqual({
    name: "tooSmall",
    count: "tooSmall",
  });
  expect(refusal({ name: "abcde", count: 1.5, kind: "c" }).details.fields).toEqual({
    name: "tooLong",
    count: "wrongValue",
    kind: "wrongValue",
  });
  expect(refusal({ name: "abc", count: 10 }).details.fields).toEqual({ count: "tooBig" });
});
