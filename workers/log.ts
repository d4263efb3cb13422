import { DrizzleQueryError } from "drizzle-orm/errors";
import type { Log } from "#operations/context.ts";

/** Writes one line of JSON per event, with the stack of the error, which goes nowhere else. */
export const log: Log = {
  info(event, details) {
    console.log(JSON.stringify({ event, ...details }));
  },
  error(event, error) {
    console.error(JSON.stringify({ event, error: describeError(error) }));
  },
};

/**
 * Describes an error and its causes by their stacks. A failed query is described without its parameters, which may be
 * personal.
 */
export function describeError(error: unknown): string {
  return causesOf(error).map(describeOne).join("\ncaused by: ");
}

const MAX_CAUSES = 8;

function causesOf(error: unknown, deep = 1): unknown[] {
  const caused = error instanceof Error && error.cause !== undefined && deep < MAX_CAUSES;
  return caused ? [error, ...causesOf(error.cause, deep + 1)] : [error];
}

function describeOne(error: unknown): string {
  if (error instanceof DrizzleQueryError) return `a query failed: ${error.query}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
