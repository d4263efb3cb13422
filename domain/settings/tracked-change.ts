import { z } from "zod";
import { equalWithin } from "../registers/check-setting.ts";
import { type RegisterValue, registerValue } from "../registers/register.ts";
import { MINUTE_MS, SECOND_MS } from "../units/durations.ts";
import {
  CHANGE_LIFETIME_MS,
  type ChangeItem,
  type ChangeRecord,
  type ChangeRequest,
  changeRecord,
} from "./change.ts";

/** The server's knowledge of an item, besides its record. */
const changePart = z.object({
  expected: registerValue.optional(),
  /** Number of decimals within which two values are equal. */
  precision: z.int(),
  /** Whether it is a command and no state: it is sent at most once and cannot be undone. */
  isOneShot: z.boolean(),
  /** Whether a write is stored in the device's memory. */
  isStored: z.boolean(),
  /** Whether the value is a secret, which no user sees and which is not kept after the end. */
  isSecret: z.boolean().optional(),
  /** Id of the command that is in progress or ended last; null before the first. */
  commandId: z.string().nullable(),
  attempts: z.int(),
  /** Id of the command that writes the old value again; null without one. */
  undoId: z.string().nullable(),
  undoAttempts: z.int(),
});
export type ChangePart = z.infer<typeof changePart>;

/**
 * Phase of a change: it waits for a logger and its turn, reads the current values, writes, reads before a retry
 * (`rereading`), reads before a rollback (`inspecting`), writes the old values again, waits for the second read of its
 * items (`settling`), or has ended.
 */
const changePhase = z.enum([
  "waiting",
  "reading",
  "writing",
  "rereading",
  "inspecting",
  "undoing",
  "settling",
  "done",
]);
export type ChangePhase = z.infer<typeof changePhase>;

/** A change with the server's own state of it; `parts` belong to `record.items` by index, in the order of sending. */
export const trackedChange = z.object({
  record: changeRecord,
  parts: z.array(changePart),
  phase: changePhase,
  /** `direct` for commands of a viewer's socket, `together` for one frame with all items, else one after another. */
  method: z.enum(["direct", "ordered", "together"]),
  /** Whether the commands carry `revertAfter`, so that the device waits for a confirmation. */
  isRevertible: z.boolean(),
  /** Instant of the next timeout, ms UTC; null for none. */
  due: z.int().nullable(),
  /** Instant at which a rollback gives up, ms UTC. */
  undoUntil: z.int().nullable(),
  /**
   * Instant at which the device reverts the first item of an atomic change whose items are written one after another,
   * ms UTC; null or absent if it reverts none, or all together.
   */
  revertsAt: z.int().nullable().optional(),
  /** Whether the author's access was revoked. */
  isRevoked: z.boolean(),
});
export type TrackedChange = z.infer<typeof trackedChange>;

/** Time for the answer to a read, ms: a part for the line and one for each register, since devices are slow. */
const READ_BASE_MS = 20 * SECOND_MS;
const READ_EACH_MS = 3 * SECOND_MS;
const MAX_READ_MS = 5 * MINUTE_MS;
/** Time before the expiry of a change that its first read leaves for the first command, ms. */
export const FIRST_COMMAND_MS = 20 * SECOND_MS;
/** A rollback gives up after this time, ms. */
export const UNDO_WITHIN_MS = 10 * MINUTE_MS;
/** Maximum number of times that the old value of a register is written, because a write is repeated once at most. */
export const MAX_UNDO_ATTEMPTS = 2;

/** Returns the time for the answer to a read of so many registers, ms. */
export function readWithin(count: number): number {
  return Math.min(MAX_READ_MS, READ_BASE_MS + READ_EACH_MS * count);
}

/** Returns the lifetime of a change of so many registers, in which they can be read before the first command, ms. */
function lifetimeOf(count: number): number {
  return Math.max(CHANGE_LIFETIME_MS, readWithin(count) + FIRST_COMMAND_MS);
}

/** Facts about the registers of a change's items, in the same order. */
export type ItemFacts = Pick<ChangePart, "precision" | "isOneShot" | "isStored" | "isSecret"> & {
  /** Value as last reported. */
  from: RegisterValue | undefined;
  /** Position among the items; those without one come last, in the order of the request. */
  order: number | undefined;
};

type Given = { request: ChangeRequest; facts: readonly ItemFacts[]; by: string };

/**
 * Creates a change that waits for its turn.
 * @param now ms UTC
 */
export function startChange({ request, facts, by }: Given, now: number): TrackedChange {
  const latest = now + lifetimeOf(request.items.length);
  const entries = request.items.map((item, index) => {
    const fact = facts[index];
    if (fact === undefined) throw new RangeError("facts of an item are missing");
    return { item, fact };
  });
  const rank = ({ fact }: (typeof entries)[number]) => fact.order ?? Number.POSITIVE_INFINITY;
  const sorted = entries.toSorted((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));
  const items = sorted.map(
    ({ item: { address, value }, fact: { from = null, isSecret } }): ChangeItem => ({
      address,
      from: isSecret ? null : from,
      value,
      state: "queued",
      held: null,
    }),
  );
  const parts = sorted.map(
    ({ item: { expected }, fact: { precision, isOneShot, isStored, isSecret } }): ChangePart => ({
      ...(expected !== undefined && { expected }),
      ...(isSecret && { isSecret }),
      ...{ precision, isOneShot, isStored, commandId: null, attempts: 0 },
      ...{ undoId: null, undoAttempts: 0 },
    }),
  );
  const expires = Math.min(request.expires ?? latest, latest);
  const record: ChangeRecord = {
    ...{ changeId: request.changeId, by, at: now, expires, atomic: request.atomic ?? false },
    ...{ revertAfter: request.revertAfter ?? null, reason: request.reason ?? null },
    ...{ state: "queued", endedAt: null, seen: null, items },
  };
  return {
    ...{ record, parts, phase: "waiting", method: "ordered", isRevertible: false, due: expires },
    ...{ undoUntil: null, isRevoked: false },
  };
}

/** A change of the commands of a viewer's socket, which are queued already; items in the order of the commands. */
export function startDirectChange(
  given: Given & { commandIds: readonly string[]; isRevertible: boolean },
  now: number,
): TrackedChange {
  const started = startChange({ ...given, facts: given.facts.map(withoutOrder) }, now);
  const parts = started.parts.map((part, index) => ({
    ...part,
    commandId: given.commandIds[index] ?? null,
    attempts: 1,
  }));
  const { isRevertible } = given;
  return { ...started, parts, isRevertible, phase: "writing", method: "direct", due: null };
}

function withoutOrder(fact: ItemFacts): ItemFacts {
  return { ...fact, order: undefined };
}

/** Returns the record of a change as its users see it. */
export function visibleChange({ record, parts }: Pick<TrackedChange, "parts" | "record">) {
  const items = record.items.map((item, index): ChangeItem => {
    if (!parts[index]?.isSecret) return item;
    const { readBack: _, ...rest } = item;
    return { ...rest, from: null, value: null };
  });
  return { ...record, items };
}

/** An item with its part and index. */
export type Entry = { item: ChangeItem; part: ChangePart; index: number };

export function entriesOf({ record, parts }: TrackedChange): Entry[] {
  return record.items.map((item, index) => ({ item, part: parts[index] as ChangePart, index }));
}

/** Returns the change with another item and part at an index. */
export function withEntry(
  change: TrackedChange,
  index: number,
  item: Partial<ChangeItem>,
  part: Partial<ChangePart> = {},
): TrackedChange {
  const { record, parts } = change;
  const items = record.items.map((one, at) => (at === index ? { ...one, ...item } : one));
  const changed = parts.map((one, at) => (at === index ? { ...one, ...part } : one));
  return { ...change, record: { ...record, items }, parts: changed };
}

/** Whether two values of an item are equal within the precision of its register. */
export function isEqual(part: ChangePart, one: RegisterValue, other: RegisterValue): boolean {
  return equalWithin(part.precision, one, other);
}
