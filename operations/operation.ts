import type { z } from "zod";
import { Problem } from "#domain/problem.ts";
import { type Access, requireIdentity } from "./access.ts";
import type { Caller, Context } from "./context.ts";
import { enforceWriteBudget, type WriteLimit } from "./enforce-write-budget.ts";
import { parseInput } from "./parse-input.ts";
import { isSameCaller } from "./same-caller.ts";

/** `POST /site/v2/updateName`: the method and path of the specification. */
export type OperationPath = `${"GET" | "POST"} /${string}`;

/** What the description of the API says of an operation. */
export type Description = {
  /** One line of plain English. */
  summary: string;
  /** What `data` holds; null where the answer has none. */
  output: z.ZodType;
  example: { input: Record<string, unknown>; output: unknown };
};

/** Where it is called from: `pages` is for our own alone, and not part of the API. */
export type Served = "api" | "pages";

/** How its input comes over HTTP: JSON, or the parts of a multipart body (`uploadedFile` of upload-input.ts). */
export type Body = "json" | "upload";

/** What a person or a client may do. */
export type Operation<Path extends OperationPath, Input extends z.ZodType, Output> = {
  path: Path;
  input: Input;
  description: Description;
  served: Served;
  body: Body;
  access: Pick<Access<z.output<Input>, unknown>, "kind" | "check" | "confirm">;
  /** Whether it changes anything that is stored; such calls are limited (enforce-write-budget.ts). */
  writes: boolean;
  /**
   * Checks access and the confirmation of identity, then runs; the input has been parsed.
   * @param checked what the check of this very input and caller comes to, where it was begun before
   */
  perform(
    input: z.output<Input>,
    caller: Caller,
    context: Context,
    checked?: Promise<unknown>,
  ): Promise<Output>;
};

/**
 * Parse, then identity, then access, then the confirmation of identity where one is required, then limits, then run, in
 * this order for every operation and every way in.
 */
export function operation<
  Path extends OperationPath,
  Input extends z.ZodType,
  Granted,
  Output,
>(definition: {
  path: Path;
  input: Input;
  access: Access<z.output<Input>, Granted>;
  description: Description;
  served?: Served;
  body?: Body;
  /** Where it is not what its access says. */
  writes?: boolean;
  /** Of whom its calls are limited where it changes something; of the user and the site where it is left out. */
  limitedBy?: WriteLimit;
  run(asked: { input: z.output<Input>; context: Context } & Granted): Promise<Output>;
}): Operation<Path, Input, Output> {
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

/** @param raw the input as it came, not yet checked */
export async function runOperation<Input extends z.ZodType, Output>(
  row: Pick<Operation<OperationPath, Input, Output>, "input" | "access" | "perform">,
  raw: unknown,
  caller: Caller,
  context: Context,
): Promise<Output> {
  return row.perform(parseFor(row, raw, caller), caller, context);
}

/**
 * The input of a caller who may give one: without an identity, where one is needed, nothing is said of the values.
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

type CachedCaller = {
  /** Who somebody was when they were seen last. */
  seen: Caller;
  /** Who they are now. */
  identify(): Promise<Caller>;
};

/**
 * The same for somebody who was seen before: whether they may is asked for whom they were then, in one round trip with
 * who they are now. Where anything about them is different it is asked anew; nothing is done before.
 */
export async function runWithCachedCaller<Input extends z.ZodType, Output>(
  row: Operation<OperationPath, Input, Output>,
  raw: unknown,
  { seen, identify }: CachedCaller,
  context: Context,
): Promise<Output> {
  const { access, perform } = row;
  let parsed: z.output<Input>;
  try {
    parsed = parseInput(row.input, raw);
  } catch (error) {
    // Who they are now comes before what is wrong with the values.
    if (error instanceof Problem && error.code === "invalid")
      requireIdentity(access, await identify());
    throw error;
  }
  const checked = access.check(parsed, seen, context);
  // It is looked at when it is known whether it counts.
  checked.catch(() => undefined);
  const caller = await identify();
  return perform(parsed, caller, context, isSameCaller(caller, seen) ? checked : undefined);
}
