import type { CommandResult } from "../commands/command-record.ts";
import { SECOND_MS } from "../units/durations.ts";
import type { ChangeItem, ItemResult } from "./change.ts";
import {
  type ChangeEvent,
  type ChangeStep,
  type ChangeTools,
  type CommandEvent,
  type IssuedItem,
  type ReadEvent,
  stay,
} from "./change-event.ts";
import { concludeWriting, endChange, settle, skipUnsent } from "./conclude-change.ts";
import {
  inspect,
  startReading,
  startRollback,
  startUndoing,
  takeUndo,
  touched,
} from "./roll-back-change.ts";
import {
  type Entry,
  entriesOf,
  FIRST_COMMAND_MS,
  isEqual,
  type TrackedChange,
  withEntry,
} from "./tracked-change.ts";

/** Results after which the items that follow would only wait in vain. */
const SILENT: readonly ItemResult[] = ["unknown", "response timeout", "expired"];

/** Time that a confirmation needs to reach the device before it reverts, ms. */
const CONFIRM_WITHIN_MS = 5 * SECOND_MS;

/**
 * Advances a change by one event. Success requires the success of all of its commands. An atomic change that fails
 * writes the old values again in reverse order; unless all of them are proven, it is `mixed`.
 */
export function advanceChange(
  change: TrackedChange,
  event: ChangeEvent,
  tools: ChangeTools,
): ChangeStep {
  switch (event.kind) {
    case "turn":
      return takeTurn(change, tools);
    case "read":
      return takeRead(change, event, tools);
    case "command":
      return takeCommand(change, event, tools);
    case "rightEnded":
      return change.phase === "waiting" || change.phase === "reading"
        ? stay(endChange(skipUnsent(change), "expired", tools.now))
        : stay({ ...change, isRevoked: true });
    case "timeout":
      return takeTimeout(change, tools);
  }
}

function takeTurn(change: TrackedChange, { now }: ChangeTools): ChangeStep {
  if (change.phase === "waiting") {
    if (now >= change.record.expires) return expire(change, now);
    const addresses = change.record.items.map(({ address }) => address);
    return startFirstReading(change, addresses, now);
  }
  if (change.phase === "inspecting") return inspect(change, now);
  return stay(change);
}

/** Reads all registers, and leaves time for the first command, also on a logger that does not answer. */
function startFirstReading(change: TrackedChange, addresses: string[], now: number): ChangeStep {
  const step = startReading({ ...change, phase: "reading" }, addresses, now);
  const { expires } = change.record;
  const latest = expires - Math.min(FIRST_COMMAND_MS, Math.floor((expires - now) / 2));
  const due = Math.min(step.change.due ?? latest, latest);
  return { ...step, change: { ...step.change, due } };
}

function takeTimeout(change: TrackedChange, tools: ChangeTools): ChangeStep {
  const { due, phase, undoUntil } = change;
  if (due === null || tools.now < due) return stay(change);
  if (phase === "waiting") return expire(change, tools.now);
  if (phase === "inspecting") {
    if (tools.now >= (undoUntil ?? 0)) return stay(concludeWriting(change, tools.now, "mixed"));
    return inspect(change, tools.now);
  }
  // The owner of the machine sends a stale read for these instead.
  return stay(change);
}

function takeRead(change: TrackedChange, read: ReadEvent, tools: ChangeTools): ChangeStep {
  switch (change.phase) {
    case "reading":
      return begin(change, read, tools);
    case "rereading":
      return retry(change, read, tools);
    case "inspecting":
      return startUndoing(change, read, tools);
    default:
      return stay(change);
  }
}

function begin(change: TrackedChange, read: ReadEvent, tools: ChangeTools): ChangeStep {
  const { now } = tools;
  if (change.isRevoked || now >= change.record.expires) return expire(change, now);
  if (read.refusal !== undefined) {
    const refused = endChange(skipUnsent(change), "refused", now);
    return stay({ ...refused, record: { ...refused.record, refusal: read.refusal } });
  }
  let next = change;
  let isConflict = false;
  let isUnreadable = false;
  for (const { item, part, index } of entriesOf(change)) {
    const current = read.values[item.address];
    next = withEntry(next, index, { from: current ?? null });
    const { expected } = part;
    if (expected !== undefined && (current === undefined || !isEqual(part, expected, current))) {
      isConflict = true;
      next = withEntry(next, index, { state: "ended", result: "conflict" });
    }
    const isSame = current !== undefined && isEqual(part, item.value, current);
    if (isSame && !part.isOneShot && (read.isFresh || part.isStored))
      next = withEntry(next, index, { state: "ended", result: "not modified" });
    const isReversible = !part.isOneShot && !read.irreversible?.includes(item.address);
    if (current === undefined || current === null || !isReversible) isUnreadable = true;
  }
  if (isConflict) return stay(endChange(skipUnsent(next), "conflict", now));
  const open = entriesOf(next).filter(isOpen);
  if (open.length === 0) return stay(endChange(next, "not modified", now));
  const isTogether = next.record.atomic && read.features.atomic && open.length > 1;
  // A change that could not be undone does not begin.
  if (next.record.atomic && open.length > 1 && !isTogether && isUnreadable) {
    const refused = endChange(skipUnsent(next), "refused", now);
    return stay({ ...refused, record: { ...refused.record, refusal: "unreadable" } });
  }
  const { atomic, revertAfter } = next.record;
  const isRevertible = revertAfter !== null && read.features.revert;
  const isTorn = isRevertible && atomic && open.length > 1 && !isTogether;
  const method = isTogether ? "together" : "ordered";
  const revertsAt = isTorn ? now + revertAfter * SECOND_MS : null;
  const begun: TrackedChange = { ...next, phase: "writing", due: null, method, isRevertible };
  return proceed({ ...begun, revertsAt }, tools);
}

/** Issues the next command, or concludes if there is none. */
function proceed(change: TrackedChange, tools: ChangeTools): ChangeStep {
  const { atomic } = change.record;
  const entries = entriesOf(change);
  if (entries.some((entry) => isInProgress(entry))) return stay(change);
  const failed = entries.filter(({ item, part }) => part.commandId !== null && hasFailed(item));
  const waiting = entries.filter(isOpen);
  const isCut = change.isRevoked && waiting.length > 0;
  // A confirmation would come too late for the first items, which the device is about to revert.
  const isLate = tools.now >= (change.revertsAt ?? Number.POSITIVE_INFINITY) - CONFIRM_WITHIN_MS;
  if (atomic && (failed.length > 0 || isCut || isLate)) {
    const skipped = skipUnsent(change);
    return touched(skipped).length === 0
      ? conclude(skipped, tools.now)
      : startRollback(skipped, tools.now);
  }
  const isSilent = failed.some(({ item }) => item.result && SILENT.includes(item.result));
  if (waiting.length === 0 || isSilent || change.isRevoked)
    return conclude(skipUnsent(change), tools.now);
  return issue(change, change.method === "together" ? waiting : waiting.slice(0, 1), tools);
}

function conclude(change: TrackedChange, now: number): ChangeStep {
  const concluded = concludeWriting(change, now);
  const succeeded = entriesOf(change).filter(({ item }) => item.result === "success");
  const commandIds = succeeded.flatMap(({ part }) => part.commandId ?? []);
  // Commands of a socket are confirmed one by one.
  const isConfirmed = change.isRevertible && change.record.atomic && commandIds.length > 0;
  return { change: concluded, effects: isConfirmed ? [{ kind: "confirm", commandIds }] : [] };
}

function issue(change: TrackedChange, entries: readonly Entry[], tools: ChangeTools): ChangeStep {
  const isFirst = isBegunBy(change, entries);
  let next = change;
  const items: IssuedItem[] = [];
  for (const { item, part, index } of entries) {
    const commandId = tools.newCommandId();
    items.push({ commandId, address: item.address, value: item.value });
    next = withEntry(
      next,
      index,
      { state: "queued", result: undefined },
      { commandId, attempts: part.attempts + 1 },
    );
  }
  return {
    change: summarize(next),
    effects: [
      {
        kind: "issue",
        items,
        isTogether: change.method === "together",
        isOneShot: entries.some(({ part }) => part.isOneShot),
        isUndo: false,
        // A change has begun with its first command, which is not executed after the expiry of the change.
        expires: isFirst ? change.record.expires : null,
        revertAfter: change.isRevertible ? change.record.revertAfter : null,
      },
    ],
  };
}

function takeCommand(change: TrackedChange, event: CommandEvent, tools: ChangeTools): ChangeStep {
  const entries = entriesOf(change);
  const undone = entries.find(({ part }) => part.undoId === event.commandId);
  if (undone !== undefined) return takeUndo(change, undone, event, tools);
  const entry = entries.find(({ part }) => part.commandId === event.commandId);
  if (entry === undefined) return stay(change);
  if (event.held !== undefined) return stay(settle(change, entry, event.held, tools.now));
  const { item, index } = entry;
  const read = event.readBack === undefined ? {} : { readBack: event.readBack };
  // Late reads of a command that ended unverified fill the read-back alone.
  if (!isInProgress(entry)) return stay(withEntry(change, index, read));
  if (event.state !== "ended")
    return stay(summarize(withEntry(change, index, { ...read, state: event.state })));
  const result = event.result ?? "unknown";
  const state = result === "success" ? "read back" : "ended";
  const next = summarize(withEntry(change, index, { ...read, state, result }));
  if (change.phase !== "writing") return stay(next);
  if (mayRetry(change, entry, result)) {
    return startReading({ ...next, phase: "rereading" }, [item.address], tools.now);
  }
  const step = proceed(next, tools);
  const isConfirmed = result === "success" && change.isRevertible && !change.record.atomic;
  if (isConfirmed) step.effects.unshift({ kind: "confirm", commandIds: [event.commandId] });
  return step;
}

function mayRetry(
  { isRevoked, method }: TrackedChange,
  { item, part }: Entry,
  result: CommandResult,
): boolean {
  if (method !== "ordered" || isRevoked || part.isOneShot || part.attempts > 1) return false;
  return (result === "unknown" || result === "response timeout") && item.from !== null;
}

/** Sends a command that got no answer again, if the register still has the old value. */
function retry(change: TrackedChange, read: ReadEvent, tools: ChangeTools): ChangeStep {
  const next: TrackedChange = { ...change, phase: "writing", due: null };
  const entry = entriesOf(change).findLast(({ part }) => part.commandId !== null);
  if (entry === undefined) return proceed(next, tools);
  const { item, part, index } = entry;
  const current = read.isFresh ? read.values[item.address] : undefined;
  const isOld = current !== undefined && isEqual(part, item.from, current);
  const isExpired = isBegunBy(change, [entry]) && tools.now >= change.record.expires;
  if (isOld && read.refusal === undefined && !change.isRevoked && !isExpired)
    return issue(next, [entry], tools);
  const seen = current === undefined ? next : withEntry(next, index, { readBack: current });
  return proceed(seen, tools);
}

/** Whether the change issued no commands besides those of some entries. */
function isBegunBy({ parts }: TrackedChange, entries: readonly Entry[]): boolean {
  const own = new Set(entries.map(({ index }) => index));
  return parts.every(({ commandId }, index) => commandId === null || own.has(index));
}

function isOpen({ item, part }: Entry): boolean {
  return part.commandId === null && item.result === undefined;
}

function isInProgress({ item, part }: Entry): boolean {
  return part.commandId !== null && item.result === undefined;
}

function hasFailed({ result }: ChangeItem): boolean {
  return result !== undefined && result !== "success" && result !== "not modified";
}

function expire(change: TrackedChange, now: number): ChangeStep {
  return stay(endChange(skipUnsent(change), "expired", now));
}

const RANKS = ["queued", "sent", "acknowledged", "read back"] as const;

/** Derives the state of a change that is being written from those of its items. */
function summarize(change: TrackedChange): TrackedChange {
  if (change.phase !== "writing") return change;
  const ranks = entriesOf(change)
    .filter(({ item, part }) => part.commandId !== null || item.result === undefined)
    .map(({ item }) => (RANKS as readonly string[]).indexOf(item.state))
    .map((rank) => (rank === -1 ? RANKS.length - 1 : rank));
  const least = Math.min(...ranks);
  const begun = ranks.some((rank) => rank > 0) ? 1 : 0;
  const state = RANKS[Math.max(least, begun)] ?? "queued";
  return { ...change, record: { ...change.record, state } };
}
