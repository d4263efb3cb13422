import type { z } from "zod";
import { Problem } from "#domain/problem.ts";

/** Longer texts of zod itself are not keys of ours. */
const MESSAGE_KEY = /^[a-z][A-Za-z]*$/;

/** The input, or a Problem: `malformed` for a wrong JSON type, else `invalid` with the fields at fault. */
export function parseInput<Input extends z.ZodType>(schema: Input, raw: unknown): z.output<Input> {
  const parsed = schema.safeParse(raw, { reportInput: true });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  if (issues.some(isWrongType)) throw new Problem("malformed");
  throw new Problem("invalid", {
    fields: Object.fromEntries(issues.map((issue) => [issue.path.join("."), keyOf(issue)])),
  });
}

function isWrongType(issue: z.core.$ZodIssue): boolean {
  if (issue.code !== "invalid_type" || issue.input === undefined) return false;
  return !(typeof issue.input === "number" && issue.expected === "int");
}

function keyOf(issue: z.core.$ZodIssue): string {
  if (MESSAGE_KEY.test(issue.message)) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "required" : "wrongValue";
    case "too_small":
      return "tooSmall";
    case "too_big":
      return "tooBig";
    default:
      return "wrongValue";
  }
}
