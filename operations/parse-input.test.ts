import { expect, test } from "vitest";
import { z } from "zod";
import { Problem } from "#domain/problem.ts";
import { parseInput } from "./parse-input.ts";
import { siteInput } from "./site-input.ts";

const schema = z.object({
  name: z.string().min(2).max(4, "tooLong"),
  count: z.int().min(1).max(9).default(1),
  kind: z.enum(["a", "b"]).default("a"),
});

function refusal(raw: unknown): Problem {
  return catchProblem(() => parseInput(schema, raw));
}

function catchProblem(parse: () => unknown): Problem {
  try {
    parse();
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error("was not refused");
}

test("valid input passes, and unknown fields are ignored", () => {
  expect(parseInput(schema, { name: "abc", more: 1 })).toEqual({
    name: "abc",
    count: 1,
    kind: "a",
  });
});

test("a wrong JSON type is malformed", () => {
  for (const raw of [null, [], "text", { name: 1 }, { name: "abc", count: "3" }, { name: null }])
    expect(refusal(raw).code).toBe("malformed");
  for (const kind of [1, true, ["a"], {}])
    expect(refusal({ name: "abc", kind }).code, JSON.stringify(kind)).toBe("malformed");
});

test("an optional field that is null counts as absent, at any depth", () => {
  const deep = z.object({
    order: z.object({ by: z.enum(["a", "b"]).default("a"), size: z.int().optional() }).prefault({}),
    kept: z.string().nullable().optional(),
  });
  expect(parseInput(schema, { name: "abc", count: null, kind: null, more: null })).toEqual({
    name: "abc",
    count: 1,
    kind: "a",
  });
  expect(parseInput(deep, { order: { by: null, size: null } })).toEqual({ order: { by: "a" } });
  expect(parseInput(deep, { order: null, kept: null })).toEqual({ order: { by: "a" }, kept: null });
});

test("a null beside another mistake is no mistake, and one in a list is", () => {
  const listed = z.object({ kinds: z.array(z.string()).optional() });
  expect(refusal({ name: "a", count: null }).details.fields).toEqual({ name: "tooSmall" });
  expect(() => parseInput(listed, { kinds: [null] })).toThrow("malformed");
  expect(parseInput(listed, { kinds: null })).toEqual({});
});

test("a site may be named with the other names null", () => {
  const input = siteInput({});
  expect(parseInput(input, { id: 1, sn: null, siteKey: null }).site).toEqual({ id: 1 });
  expect(parseInput(input, { id: null, sn: "AB-1234" }).site).toEqual({ serial: "AB-1234" });
  expect(() => parseInput(input, { id: null, sn: null })).toThrow(
    new Problem("invalid", { fields: { id: "required" } }),
  );
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

test("the limit that a text or a number exceeds is named beside its key", () => {
  expect(refusal({ name: "abcde" }).details).toEqual({
    fields: { name: "tooLong" },
    limits: { name: { max: 4 } },
  });
  expect(refusal({ name: "a", count: 10 }).details).toEqual({
    fields: { name: "tooSmall", count: "tooBig" },
    limits: { count: { max: 9 } },
  });
  expect(refusal({ name: "abc", count: 0 }).details.limits).toEqual({ count: { min: 1 } });
});

test("the message names the maximum if a list that is too long is all that is wrong", () => {
  const listed = schema.extend({ list: z.array(z.int()).max(2, "tooMany").optional() });
  const refused = (raw: unknown) => {
    const result = catchProblem(() => parseInput(listed, raw));
    return [result.messageKey, result.details.limit];
  };
  expect(refused({ name: "abc", list: [1, 2, 3] })).toEqual(["tooMany", 2]);
  expect(refused({ name: "a", list: [1, 2, 3] })).toEqual(["invalid", undefined]);
});
