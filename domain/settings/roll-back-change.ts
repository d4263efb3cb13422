import { SECOND_MS } from "../units/durations.ts";
import type { ChangeItem, ChangeResult } from "./change.ts";
import {
  type ChangeStep,
  type ChangeTools,
  type CommandEvent,
  type ReadEvent,
  stay,
} from "./change-event.ts";
import { concludeWriting } from "./conclude-change.ts";
import {
  type Entry,
  entriesOf,
  isEqual,
  MAX_UNDO_ATTEMPTS,
  readWithin,
  type TrackedChange,
  UNDO_WITHIN_MS,
  withEntry,
} from "./tracked-change.ts";

/** Begins to write the old values of an atomic change that failed. */
export function startRollback(change: TrackedChange, now: number): ChangeStep {
  const record = { ...change.record, state: "rolling back" } as const;
  const undoUntil = now + UNDO_WITHIN_MS;
  return inspect({ ...change, record, undoUntil }, now);
}

/** Reads the registers that may have a new value. */
export function inspect(change: TrackedChange, now: number): ChangeStep {
  const addresses = touched(change).map(({ item }) => item.address);
  return startReading({ ...change, phase: "inspecting" }, addresses, now);
}

/** Writes the old value of the last register that does not have it; concludes if all have theirs. */
export function startUndoing(
  change: TrackedChange,
  read: ReadEvent,
  tools: ChangeTools,
): ChangeStep {
  // Without an answer it reads again, also at the logger's next connection. A logger without queries gets all values.
  if (!read.isFresh && !read.isRefused)
    return stay({ ...change, due: Math.min(tools.now + READ_AGAIN_MS, change.undoUntil ?? 0) });
  let next: TrackedChange = { ...change, phase: "undoing", due: null };
  for (const { item, part, index } of touched(change)) {
    const current = read.isFresh ? read.values[item.address] : undefined;
    const isOld =
      current === undefined ? part.undoId === UNDONE : isEqual(part, item.from, current);
    const was: Partial<ChangeItem> = current === undefined ? {} : { readBack: current };
    if (isOld && item.state === "read back") was.result = "rolled back";
    if (isOld) was.state = "ended";
    next = withEntry(next, index, was, { undoId: isOld ? UNDONE : null });
  }
  return undoNext(next, tools, read.isFresh ? MAX_UNDO_ATTEMPTS : 1);
}

/** Registers are read again this long after a read without an answer, ms. */
const READ_AGAIN_MS = 30 * SECOND_MS;

/** Marks an item whose register has its old value again. */
const UNDONE = "-";

/** @param maxAttempts writes of one register; a second one needs a read before it */
function undoNext(
  change: TrackedChange,
  tools: ChangeTools,
  maxAttempts = MAX_UNDO_ATTEMPTS,
): ChangeStep {
  const left = touched(change).findLast(({ part }) => part.undoId !== UNDONE);
  if (left === undefined) return stay(concludeWriting(change, tools.now, undoneResult(change)));
  const { item, part, index } = left;
  const isOver = tools.now >= (change.undoUntil ?? 0) || part.undoAttempts >= maxAttempts;
  if (isOver || item.from === null || part.isOneShot)
    return stay(concludeWriting(change, tools.now, "mixed"));
  const undoId = tools.newCommandId();
  const undoing = withEntry(change, index, {}, { undoId, undoAttempts: part.undoAttempts + 1 });
  const items = [{ commandId: undoId, address: item.address, value: item.from }];
  const effect = { kind: "issue", items, isTogether: false, isOneShot: false } as const;
  const undo = { ...effect, isUndo: true, expires: null, revertAfter: null };
  return { change: undoing, effects: [undo] };
}

/** Takes the end of a command that writes an old value. */
export function takeUndo(
  change: TrackedChange,
  { index }: Entry,
  { state, result, readBack }: CommandEvent,
  tools: ChangeTools,
): ChangeStep {
  if (change.phase !== "undoing" || state !== "ended") return stay(change);
  const read = readBack === undefined ? {} : { readBack };
  if (result !== "success") return inspect(withEntry(change, index, read), tools.now);
  const ended = { ...read, state: "ended", result: "rolled back" } as const;
  return undoNext(withEntry(change, index, ended, { undoId: UNDONE }), tools);
}

/** A change whose registers have their old values was rolled back if any of them had another one. */
function undoneResult(change: TrackedChange): ChangeResult {
  return change.record.items.some(({ result }) => result === "rolled back")
    ? "rolled back"
    : "failed";
}

/** Reads registers; without an answer by then, the change goes on with the values reported last. */
export function startReading(change: TrackedChange, addresses: string[], now: number): ChangeStep {
  return {
    change: { ...change, due: now + readWithin(addresses.length) },
    effects: [{ kind: "read", addresses }],
  };
}

/** Items of which a command may have reached the device; a second one follows only a first one that was sent. */
export function touched(change: TrackedChange): Entry[] {
  return entriesOf(change).filter(
    ({ item, part }) => part.commandId !== null && (item.result !== "expired" || part.attempts > 1),
  );
}
