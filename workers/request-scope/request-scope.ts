import { batchQueries } from "#database/prepared-query.ts";
import { Problem } from "#domain/problem.ts";
import { requireIdentity } from "#operations/access.ts";
import type { AnyOperation } from "#operations/call.ts";
import type { Caller, Context } from "#operations/context.ts";
import { runOperation } from "#operations/operation.ts";
import { parseInput } from "#operations/parse-input.ts";
import {
  identifyApiCaller,
  identifyPageCaller,
  rememberedApiCaller,
  rememberedPageCaller,
} from "./caller.ts";

/**
 * The scope of one request: who is calling, and which queries travel together. Its rule saves a round trip to the
 * database without ever trusting a memory:
 *
 * 1. **Caller.** The process remembers the caller whom it last identified for a session. A page that changes nothing is
 *    rendered for the remembered caller, and an API call has its access checked for them, while the session is looked
 *    up. Without a remembered caller, and for actions, the session is looked up first.
 * 2. **Again.** An answer leaves only if the caller found by the look-up equals the remembered one in every field.
 *    Otherwise the page is discarded and rendered again for the caller found, or the access is checked again. The
 *    operation of an API call does not run before the look-up is done.
 * 3. **Queries.** Prepared queries that one request issues in the same turn are sent as one statement
 *    (`batchQueries`), which is how the look-up and the page's queries share one round trip. A turn ends after
 *    `PAGE_TURN` or `CALL_TURN` microtasks.
 */
type RequestScope = {
  /** The dependencies of the request; its database batches queries. */
  readonly context: Context;
  /** The caller last identified for the session; undefined if unknown, or if they must not be used. */
  readonly remembered: Caller | undefined;
  /** Identifies the caller now, once for each request. @throws Problem tooFast */
  identify(): Promise<Caller>;
};

/** Microtasks in a turn of a page: it has issued all its queries after two or three, and a timer would take longer. */
const PAGE_TURN = 10;
/** Microtasks in a turn of a call, whose queries are issued at once. */
const CALL_TURN = 1;

/** Opens the scope of a page request. @param isAction whether it may change something, so that no memory is used */
export function openPageScope(request: Request, given: Context, isAction: boolean): RequestScope {
  const context = batchContext(given, PAGE_TURN);
  return {
    context,
    remembered: isAction ? undefined : rememberedPageCaller(request),
    identify: once(() => identifyPageCaller(request, context)),
  };
}

/** Opens the scope of an API call. */
export function openApiScope(request: Request, given: Context): RequestScope {
  const context = batchContext(given, CALL_TURN);
  return {
    context,
    remembered: rememberedApiCaller(request),
    identify: once(() => identifyApiCaller(request, context)),
  };
}

/** Returns a context whose queries of one turn are sent together. @param turn number of microtasks */
export function batchContext(context: Context, turn = CALL_TURN): Context {
  return { ...context, database: batchQueries(context.database, (send) => endTurn(send, turn)) };
}

function endTurn(send: () => void, left: number): void {
  if (left === 0) send();
  else queueMicrotask(() => endTurn(send, left - 1));
}

/** Renders a page for the caller of a scope. @param render may run twice, for the remembered caller and for another */
export async function renderForCaller(
  { identify, remembered }: RequestScope,
  render: (caller: Caller) => Promise<Response>,
): Promise<Response> {
  if (remembered === undefined) return render(await identify());
  const [response, caller] = await Promise.all([render(remembered), identify()]);
  if (isSameCaller(caller, remembered)) return response;
  await response.body?.cancel();
  return render(caller);
}

/**
 * Runs an operation for the caller of a scope.
 * @param raw the input as it came, not yet checked
 * @throws Problem
 */
export async function runForCaller(
  { context, identify, remembered }: RequestScope,
  row: AnyOperation,
  raw: unknown,
): Promise<unknown> {
  if (remembered === undefined) return runOperation(row, raw, await identify(), context);
  let input: unknown;
  try {
    input = parseInput(row.input, raw);
  } catch (error) {
    // The current identity is checked before a validation error is reported.
    if (error instanceof Problem && error.code === "invalid")
      requireIdentity(row.access, await identify());
    throw error;
  }
  const checked = row.access.check(input, remembered, context);
  // The rejection is handled by `perform`, or does not matter if the caller has changed.
  checked.catch(() => undefined);
  const caller = await identify();
  return row.perform(
    input,
    caller,
    context,
    isSameCaller(caller, remembered) ? checked : undefined,
  );
}

function isSameCaller(one: Caller, other: Caller): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
