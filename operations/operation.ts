import type { z } from "zod";
import type { Access } from "./access.ts";
import type { Caller, Context } from "./context.ts";
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
  access: Pick<Access<z.output<Input>, unknown>, "kind" | "check">;
  /**
   * Checks access, then runs; the input has been parsed.
   * @param checked what the check of this very input and caller comes to, where it was begun before
   */
  perform(
    input: z.output<Input>,
    caller: Caller,
    context: Context,
    checked?: Promise<unknown>,
  ): Promise<Output>;
};

/** Parse, then access, then run, in this order for every operation and every way in. */
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
  run(asked: { input: z.output<Input>; context: Context } & Granted): Promise<Output>;
}): Operation<Path, Input, Output> {
  const { path, input, access, description, served = "api", body = "json", run } = definition;
  return {
    path,
    input,
    access,
    description,
    served,
    body,
    async perform(parsed, caller, context, checked) {
      const granted = await ((checked as Promise<Granted> | undefined) ??
        access.check(parsed, caller, context));
      return run({ input: parsed, context, ...granted });
    },
  };
}

/** @param raw the input as it came, not yet checked */
export async function runOperation<Input extends z.ZodType, Output>(
  { input, perform }: Pick<Operation<OperationPath, Input, Output>, "input" | "perform">,
  raw: unknown,
  caller: Caller,
  context: Context,
): Promise<Output> {
  return perform(parseInput(input, raw), caller, context);
}

type Recalled = {
  /** Who somebody was when they were seen last. */
  seen: Caller;
  /** Who they are now. */
  identify(): Promise<Caller>;
};

/**
 * The same for somebody who was seen before: whether they may is asked for whom they were then, in one round trip with
 * who they are now. Where anything about them is different it is asked anew; nothing is done before.
 */
export async function runForRecalled<Input extends z.ZodType, Output>(
  { input, access, perform }: Operation<OperationPath, Input, Output>,
  raw: unknown,
  { seen, identify }: Recalled,
  context: Context,
): Promise<Output> {
  const parsed = parseInput(input, raw);
  const checked = access.check(parsed, seen, context);
  // It is looked at when it is known whether it counts.
  checked.catch(() => undefined);
  const caller = await identify();
  return perform(parsed, caller, context, isSameCaller(caller, seen) ? checked : undefined);
}
