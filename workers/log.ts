import { DrizzleQueryError } from "drizzle-orm/errors";
import type { Log } from "#operations/context.ts";

/** One line of JSON each. What was thrown is told by its stack, which goes nowhere else. */
export const log: Log = {
  info(event, details) {
    console.log(JSON.stringify({ event, ...details }));
  },
  error(event, error) {
    console.error(JSON.stringify({ event, error: describeError(error) }));
  },
};

/** A failed query without its parameters, which may be personal; anything else with its stack. */
export function describeError(error: unknown): string {
  if (error instanceof DrizzleQueryError) return `${describeError(error.cause)}\n${error.query}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
