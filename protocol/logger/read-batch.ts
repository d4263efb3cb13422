import { isFault, readColumns } from "./columns.ts";
import { COMMAND } from "./command-numbers.ts";
import { MAX_INSTANTS } from "./limits.ts";
import { frameIdLength, type Instants, type RealDataUpdateMessage } from "./messages.ts";

/**
 * Reads the most frequent frame without the zod schema, which takes three times as long. It accepts a subset of the
 * frames that the schema accepts, with the same result; it returns null if the schema must check the frame.
 */
export function readBatch(given: Record<string, unknown>): RealDataUpdateMessage | null {
  const { cmd, id, backlog } = given;
  if (cmd !== COMMAND.realDataUpdate || typeof id !== "string") return null;
  if (id.length < frameIdLength.min || id.length > frameIdLength.max) return null;
  if (backlog !== undefined && typeof backlog !== "boolean" && backlog !== "end") return null;
  const instants = readInstants(given);
  const read = readColumns(given.values);
  if (instants === null || isFault(read)) return null;
  const values = read.columns;
  const length = "times" in instants ? instants.times.length : instants.count;
  for (const address in values) if (values[address]?.length !== length) return null;
  return backlog === undefined
    ? { cmd, id, values, ...instants }
    : { cmd, id, backlog, values, ...instants };
}

function readInstants({ times, start, step, count }: Record<string, unknown>): Instants | null {
  if (times === undefined) {
    if (!isInteger(start) || !isInteger(step) || !isInteger(count)) return null;
    if (step < 1 || count < 0 || count > MAX_INSTANTS) return null;
    return { start, step, count };
  }
  if (start !== undefined || step !== undefined || count !== undefined) return null;
  return isAscending(times) ? { times } : null;
}

function isAscending(given: unknown): given is number[] {
  if (!Array.isArray(given) || given.length > MAX_INSTANTS) return false;
  let last = Number.NEGATIVE_INFINITY;
  for (const at of given) {
    if (!isInteger(at) || at <= last) return false;
    last = at;
  }
  return true;
}

function isInteger(given: unknown): given is number {
  return Number.isSafeInteger(given);
}
