import type { z } from "zod";
import { type FieldLimit, Problem } from "#domain/problem.ts";

/** Message keys whose text names the limit. */
const LIMIT_KEYS = new Set(["tooLong", "tooMany", "tooFew", "tooSmall", "tooBig", "outOfRange"]);
/** Longer messages are texts of zod, not message keys. */
const MESSAGE_KEY = /^[a-z][A-Za-z_]*$/;

/** Parses an input or throws a Problem: `malformed` for a wrong JSON type, else `invalid` with the invalid fields. */
export function parseInput<Input extends z.ZodType>(schema: Input, raw: unknown): z.output<Input> {
  const asked = schema.safeParse(raw, { reportInput: true });
  if (asked.success) return asked.data;
  const nulls = asked.error.issues.filter(isNullField).map(({ path }) => path);
  const parsed =
    nulls.length === 0 ? asked : schema.safeParse(omit(raw, nulls), { reportInput: true });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  if (issues.some((issue) => isWrongType(issue) || isRequired(issue, nulls)))
    throw new Problem("malformed");
  const limits = issues.flatMap((issue) => {
    const limit = limitOf(issue);
    return limit === null ? [] : [[issue.path.join("."), limit] as const];
  });
  const message = messageOf(issues);
  throw new Problem("invalid", {
    ...nameMaximum(issues),
    ...(message !== undefined && { message }),
    fields: Object.fromEntries(issues.map((issue) => [issue.path.join("."), keyOf(issue)])),
    ...(limits.length > 0 && { limits: Object.fromEntries(limits) }),
  });
}

/** The message of the whole answer, if a rule of the schema names one (`params.message`). */
function messageOf(issues: readonly z.core.$ZodIssue[]): string | undefined {
  for (const issue of issues)
    if (issue.code === "custom" && typeof issue.params?.message === "string")
      return issue.params.message;
  return undefined;
}

/** Names the maximum in the message of the whole answer if a list that is too long is all that is wrong. */
function nameMaximum(issues: readonly z.core.$ZodIssue[]): { message?: string; limit?: number } {
  const [issue] = issues;
  if (issue === undefined || issues.length > 1 || keyOf(issue) !== "tooMany") return {};
  const limit = limitOf(issue);
  return limit !== null && "max" in limit ? { message: "tooMany", limit: limit.max } : {};
}

type Path = readonly PropertyKey[];

/** An optional field with the value null, which is treated as absent. */
function isNullField({ input, path }: z.core.$ZodIssue): boolean {
  return input === null && typeof path.at(-1) === "string";
}

/** Copies the input without these fields. */
function omit(raw: unknown, paths: readonly Path[]): unknown {
  const copy: unknown = structuredClone(raw);
  for (const path of paths) {
    let owner = copy;
    for (const name of path.slice(0, -1)) owner = Reflect.get(owner as object, name);
    Reflect.deleteProperty(owner as object, path.at(-1) ?? "");
  }
  return copy;
}

/** Whether the field is required and was null. */
function isRequired(issue: z.core.$ZodIssue, nulls: readonly Path[]): boolean {
  if (issue.code === "custom" || issue.input !== undefined) return false;
  return nulls.some((path) => path.join(".") === issue.path.join("."));
}

function isWrongType(issue: z.core.$ZodIssue): boolean {
  const { input } = issue;
  if (input === undefined) return false;
  // For an enum or literal, another string is a wrong value, but a number is a wrong type.
  if (issue.code === "invalid_value")
    return issue.values.every((value) => typeof value !== typeof input);
  // No member of the union matches; if the type of one matches, it is a wrong value of that type.
  if (issue.code === "invalid_union")
    return (
      issue.errors.length > 0 &&
      issue.errors.every((branch) =>
        branch.some(
          (inner) =>
            inner.path.length === 0 && isWrongType({ ...inner, input } as z.core.$ZodIssue),
        ),
      )
    );
  if (issue.code !== "invalid_type") return false;
  return !(typeof input === "number" && issue.expected === "int");
}

/** The exceeded bound of a value; null if its message names none. */
function limitOf(issue: z.core.$ZodIssue): FieldLimit | null {
  if (!LIMIT_KEYS.has(keyOf(issue))) return null;
  if (issue.code === "too_big" && issue.inclusive !== false) return { max: Number(issue.maximum) };
  // Texts have no lower bound except "required" and those with messages of their own.
  if (issue.code === "too_small" && issue.origin !== "string" && issue.inclusive !== false)
    return { min: Number(issue.minimum) };
  return null;
}

function keyOf(issue: z.core.$ZodIssue): string {
  if (MESSAGE_KEY.test(issue.message)) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "required" : "wrongValue";
    case "too_small":
      return "tooSmall";
    case "too_big":
      return issue.origin === "string" ? "tooLong" : "tooBig";
    default:
      return "wrongValue";
  }
}
