import type { z } from "zod";
import { Problem } from "#domain/problem.ts";
import type { WrittenJson } from "#protocol/written-json.ts";
import { type Access, requireIdentity } from "./access.ts";
import type { Caller, Context } from "./context.ts";
import { enforceWriteBudget, type WriteLimit } from "./enforce-write-budget.ts";
import { parseInput } from "./parse-input.ts";

/** `POST /site/v2/updateName`: the method and path of the specification. */
export type OperationPath = `${"GET" | "POST"} /${string}`;

/** Documentation of an operation for the API description. */
export type Description<Answer extends z.ZodType = z.ZodType> = {
  /** One line of plain English. */
  summary: string;
  /** Schema of `data`; null if the answer has none. It is also the type of the answer in the browser (`AnswerOf`). */
  output: Answer;
  example: { input: Record<string, unknown>; output: unknown };
};

/** `pages` is served to the portal's own pages only, and is not part of the API. */
export type Served = "api" | "pages";

/** Form of the input over HTTP: JSON, or the parts of a multipart body (`uploadedFile` of upload-input.ts). */
export type Body = "json" | "upload";

/**
 * A value that an operation may return for this schema of its answer: the same value with read-only fields and lists,
 * or JSON that is already serialized.
 */
type Answerable<Answer> = WrittenJson | Unchanged<Answer>;

type Unchanged<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanged<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Unchanged<Value[Name]> }
    : Value;

/** An action of a user or client. */
export type Operation<
  Path extends OperationPath,
  Input extends z.ZodType,
  Output,
  Answer extends z.ZodType = z.ZodType,
> = {
  path: Path;
  input: Input;
  description: Description<Answer>;
  served: Served;
  body: Body;
  access: Pick<Access<z.output<Input>, unknown>, "kind" | "check" | "confirm">;
  /** Whether it changes stored data; such calls are limited (enforce-write-budget.ts). */
  writes: boolean;
  /**
   * Checks access and the confirmation of identity, then runs; the input is already parsed.
   * @param checked the pending access check of this very input and caller, if it was started before
   */
  perform(
    input: z.output<Input>,
    caller: Caller,
    context: Context,
    checked?: Promise<unknown>,
  ): Promise<Output>;
};

/**
 * Defines an operation. Every entry point runs the same steps in order: parse, identity, access, confirmation of
 * identity if required, limits, run.
 */
export function operation<
  Path extends OperationPath,
  Input extends z.ZodType,
  Granted,
  Answer extends z.ZodType,
  Output extends Answerable<z.output<Answer>>,
>(definition: {
  path: Path;
  input: Input;
  access: Access<z.output<Input>, Granted>;
  description: Description<Answer>;
  served?: Served;
  body?: Body;
  /** Overrides the default of the access. */
  writes?: boolean;
  /** Which budget limits a writing call; `userAndSite` if omitted. */
  limitedBy?: WriteLimit;
  run(asked: { input: z.output<Input>; context: Context } & Granted): Promise<Output>;
}): Operation<Path, Input, Output, Answer> {
  const {
    path,
    input,
    access,
    description,
    served = "api",
    body = "json",
    limitedBy,
    run,
  } = definition;
  const { writes } = { ...access, ...definition };
  return {
    path,
    input,
    access,
    description,
    served,
    body,
    writes,
    async perform(parsed, caller, context, checked) {
      const granted = await ((checked as Promise<Granted> | undefined) ??
        access.check(parsed, caller, context));
      await access.confirm?.(parsed, caller, context);
      if (writes) await enforceWriteBudget(caller, granted, context, limitedBy);
      return run({ input: parsed, context, ...granted });
    },
  };
}

/**
 * Runs an operation for a caller with an unchecked input: parse, identity, access, confirmation of identity, limits,
 * run.
 * @param raw the input as received, not yet checked
 * @throws Problem
 */
export async function runOperation<Input extends z.ZodType, Output>(
  row: Pick<Operation<OperationPath, Input, Output>, "input" | "access" | "perform">,
  raw: unknown,
  caller: Caller,
  context: Context,
): Promise<Output> {
  return row.perform(parseFor(row, raw, caller), caller, context);
}

/**
 * Parses the input. A caller without a required identity learns nothing about the values.
 * @throws Problem malformed, then notSignedIn or sessionEnded, then invalid
 */
function parseFor<Input extends z.ZodType>(
  { input, access }: { input: Input; access: Pick<Access<never, unknown>, "kind"> },
  raw: unknown,
  caller: Caller,
): z.output<Input> {
  try {
    return parseInput(input, raw);
  } catch (error) {
    if (error instanceof Problem && error.code === "invalid") requireIdentity(access, caller);
    throw error;
  }
}
