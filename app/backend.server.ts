import { createContext, data, type RouterContextProvider } from "react-router";
import type { ProblemCode, ProblemDetails } from "#domain/problem.ts";
import { Problem } from "#domain/problem.ts";
import { callOperation, type InputOf, type KnownPath, type OutputOf } from "#operations/call.ts";
import type { Caller, Context } from "#operations/context.ts";
import { type FormProblem, withLimit } from "./forms/form-problem.ts";

/** Data that the Worker passes to the pages of one request. */
type Backend = {
  caller: Caller;
  context: Context;
  /** Returns the caller that owns a session token which this request has created. */
  identify(token: string): Promise<Caller>;
  /** Version of the client build; it changes whenever any file that the browser runs changes. */
  version: string;
};

export const backend = createContext<Backend>();

/** Form of a Problem that a page's error boundary or an action's `catch` receives. */
type PageProblem = FormProblem & {
  code: ProblemCode;
  /** The current state, or why each part of a change is refused. */
  data?: ProblemDetails["data"];
};

/**
 * Calls an operation; pages have no other access to the operations.
 * @throws a response with a PageProblem if the operation refuses
 */
export async function call<Path extends KnownPath>(
  provider: Readonly<RouterContextProvider>,
  path: Path,
  input: InputOf<Path>,
): Promise<OutputOf<Path>> {
  const { caller, context } = provider.get(backend);
  return callOrThrowResponse(path, input, caller, context);
}

/**
 * Calls an operation as the user who has just signed in by this request.
 * @param token the token of the new session
 */
export async function callAs<Path extends KnownPath>(
  provider: Readonly<RouterContextProvider>,
  token: string,
  path: Path,
  input: InputOf<Path>,
): Promise<OutputOf<Path>> {
  const { identify, context } = provider.get(backend);
  return callOrThrowResponse(path, input, await identify(token), context);
}

async function callOrThrowResponse<Path extends KnownPath>(
  path: Path,
  input: InputOf<Path>,
  caller: Caller,
  context: Context,
): Promise<OutputOf<Path>> {
  try {
    return await callOperation(path, input, caller, context);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, status, messageKey, details } = error;
    const problem: PageProblem = {
      code,
      message: details.limit === undefined ? messageKey : withLimit(messageKey, details.limit),
      fields: nameLimits(details),
      retryAfter: details.retryAfter ?? null,
      reason: details.reason ?? null,
      ...(details.data !== undefined && { data: details.data }),
    };
    throw data(problem, { status });
  }
}

/** Maps each faulty field to the key of its problem, followed by the limit if its value exceeds one. */
function nameLimits({ fields = {}, limits = {} }: ProblemDetails): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, key]) => {
      const limit = limits[name];
      if (limit === undefined) return [name, key];
      return "max" in limit
        ? [name, withLimit(key === "outOfRange" ? "tooBig" : key, limit.max)]
        : [name, withLimit(key === "outOfRange" ? "tooSmall" : key, limit.min)];
    }),
  );
}

/** Returns the problem that `call` threw, or null if `thrown` is something else. */
export function problemOf(thrown: unknown): PageProblem | null {
  const refused = typeof thrown === "object" && thrown !== null && "init" in thrown;
  return refused && "data" in thrown ? (thrown.data as PageProblem) : null;
}

/**
 * Returns the refusal that `call` threw, which a form can show to its sender.
 * @throws `thrown` itself if it is a fault of the server or no problem at all
 */
export function refusalOf(thrown: unknown): PageProblem {
  const problem = problemOf(thrown);
  if (problem === null || problem.code === "fault") throw thrown;
  return problem;
}
