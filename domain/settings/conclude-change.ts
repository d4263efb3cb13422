import type { ChangeItem, ChangeResult } from "./change.ts";
import {
  type Entry,
  entriesOf,
  type TrackedChange,
  visibleChange,
  withEntry,
} from "./tracked-change.ts";

/** Returns the change as ended with a result at `now`, ms UTC; a second read may still follow. */
export function endChange(change: TrackedChange, result: ChangeResult, now: number): TrackedChange {
  const seen = result === "mixed" ? (change.record.seen ?? false) : null;
  const endedAt = change.record.endedAt ?? now;
  // A secret is not kept longer than it takes to send it.
  const { items } = visibleChange(change);
  const record = { ...change.record, state: "ended", result, endedAt, seen, items } as const;
  return { ...change, record, phase: "done", due: null };
}

/** Ends the items that were never sent. */
export function skipUnsent(change: TrackedChange): TrackedChange {
  let next = change;
  for (const { item, part, index } of entriesOf(change))
    if (part.commandId === null && item.result === undefined)
      next = withEntry(next, index, { state: "ended", result: "not sent" });
  return next;
}

/**
 * Concludes a change whose writes have all ended. Items with a success wait for their second read.
 * @param result by default it follows from the items
 * @param now ms UTC
 */
export function concludeWriting(
  change: TrackedChange,
  now: number,
  result: ChangeResult = resultOf(change),
): TrackedChange {
  const ended = endChange(change, result, now);
  return isSettled(ended) ? withFinalState(ended) : { ...ended, ...settling(ended) };
}

function settling({ record }: TrackedChange): Pick<TrackedChange, "record" | "phase"> {
  return { record: { ...record, state: "read back" }, phase: "settling" };
}

/** Adds the second read of an item; the last one decides whether the change is held. */
export function settle(
  change: TrackedChange,
  { item, index }: Entry,
  held: boolean | "unknown",
  now: number,
): TrackedChange {
  if (item.result !== "success") return change;
  const seen: Partial<ChangeItem> =
    held === "unknown"
      ? { state: "ended" }
      : held
        ? { state: "held", held }
        : { state: "ended", held, result: "reverted by device" };
  const next = withEntry(change, index, seen);
  if (change.phase !== "settling" || !isSettled(next)) return next;
  const { items, atomic, result: before } = next.record;
  const reverted = items.filter(({ result }) => result === "reverted by device").length;
  const kept = items.filter(({ result }) => result === "success").length;
  if (reverted === 0 || before === "mixed") return withFinalState(next);
  const result = kept === 0 ? "reverted by device" : atomic ? "mixed" : "partial";
  return withFinalState(endChange(next, result, now));
}

/** Whether no item waits for its second read. */
function isSettled({ record }: TrackedChange): boolean {
  return record.items.every(({ state }) => state !== "read back");
}

function withFinalState(change: TrackedChange): TrackedChange {
  const { items, result } = change.record;
  const written = items.filter((item) => item.result !== "not modified");
  const isHeld = result === "success" && written.every(({ held }) => held === true);
  const state = isHeld ? "held" : "ended";
  return { ...change, phase: "done", record: { ...change.record, state } };
}

/** The result of a change that is not rolled back. */
function resultOf({ record: { items } }: TrackedChange): ChangeResult {
  const written = items.filter(({ result }) => result !== "not modified");
  const has = (wanted: ChangeItem["result"]) => written.some(({ result }) => result === wanted);
  if (written.length === 0) return "not modified";
  if (written.every(({ result }) => result === "success")) return "success";
  if (has("success")) return "partial";
  if (has("unknown")) return "unknown";
  return written.every(({ result }) => result === "expired" || result === "not sent")
    ? "expired"
    : "failed";
}
