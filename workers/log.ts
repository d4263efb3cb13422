import type { Log } from "#operations/context.ts";

/** One line of JSON each. What was thrown is told by its stack, which goes nowhere else. */
export const log: Log = {
  info(event, details) {
    console.log(JSON.stringify({ event, ...details }));
  },
  error(event, error) {
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    console.error(JSON.stringify({ event, error: told }));
  },
};
