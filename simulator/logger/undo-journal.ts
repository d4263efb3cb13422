import { z } from "zod";
import { type RegisterValue, registerValue } from "#domain/registers/register.ts";
import { HOUR_MS } from "#domain/units/durations.ts";

const oldValue = z.object({ address: z.string(), value: registerValue });
type OldValue = z.infer<typeof oldValue>;

const undoEntry = z.object({
  /** Values before the command, in the order of its writes. */
  undo: z.array(oldValue),
  /** When the old values are put back without a confirmation, ms by the wall clock; null without `revertAfter`. */
  due: z.number().nullable(),
  /** `writing` is an atomic batch that is not complete. */
  state: z.enum(["writing", "waiting", "confirmed", "reverted"]),
  /** When the entry may be deleted, ms by the wall clock. */
  keptUntil: z.number(),
});
export const undoEntries = z.record(z.string(), undoEntry);
type UndoEntries = z.infer<typeof undoEntries>;

/** Time for which an entry is kept, so that a repeated confirmation is answered as before, ms. */
const KEPT_MS = 2 * HOUR_MS;

/** Status of the answer to a confirmation. */
type ConfirmStatus = 200 | 404 | 409;

/** Remembers the old values of commands that may have to be undone, across restarts. */
export class UndoJournal {
  #entries: UndoEntries;
  readonly #save: () => void;
  readonly #putBack: (old: OldValue) => void;

  /**
   * @param save called after each change, must be durable when it returns
   * @param putBack writes an old value to its device
   */
  constructor(entries: UndoEntries, save: () => void, putBack: (old: OldValue) => void) {
    this.#entries = { ...entries };
    this.#save = save;
    this.#putBack = putBack;
  }

  get all(): UndoEntries {
    return this.#entries;
  }

  /** Notes the old values before the first write of a command. @param frameId id of its frame */
  open(
    frameId: string,
    undo: OldValue[],
    options: { isAtomic: boolean; due: number | null; wall: number },
  ): void {
    const { isAtomic, due, wall } = options;
    const kept = Object.entries(this.#entries).filter(([, { keptUntil }]) => keptUntil > wall);
    const keptUntil = (due ?? wall) + KEPT_MS;
    const state = isAtomic ? "writing" : "waiting";
    this.#entries = {
      ...Object.fromEntries(kept),
      [frameId]: { undo, due, state, keptUntil },
    };
    this.#save();
  }

  /** Ends the writing of a command that succeeded. */
  complete(frameId: string): void {
    const entry = this.#entries[frameId];
    if (entry === undefined) return;
    if (entry.due === null) this.#drop(frameId);
    else this.#set(frameId, { ...entry, state: "waiting" });
  }

  /** Ends a command that failed as a whole, whose old values are put back. */
  undo(frameId: string): void {
    const entry = this.#entries[frameId];
    if (entry === undefined) return;
    this.#restore(entry.undo);
    this.#drop(frameId);
  }

  /** Undoes the atomic batches that a loss of power has interrupted. */
  recover(): void {
    for (const [frameId, { state }] of Object.entries(this.#entries))
      if (state === "writing") this.undo(frameId);
  }

  confirm(frameId: string): ConfirmStatus {
    const entry = this.#entries[frameId];
    if (entry === undefined) return 404;
    if (entry.state !== "waiting") return entry.state === "confirmed" ? 200 : 409;
    this.#set(frameId, { ...entry, state: "confirmed" });
    return 200;
  }

  /** Puts back the old values of commands that were not confirmed in time. @returns whether there was any */
  revertDue(wall: number): boolean {
    const due = Object.entries(this.#entries).filter(
      ([, entry]) => entry.state === "waiting" && entry.due !== null && entry.due <= wall,
    );
    for (const [frameId, entry] of due) {
      this.#restore(entry.undo);
      this.#set(frameId, { ...entry, state: "reverted" });
    }
    return due.length > 0;
  }

  #restore(undo: readonly OldValue[]): void {
    for (const old of [...undo].reverse()) this.#putBack(old);
  }

  #set(frameId: string, entry: UndoEntries[string]): void {
    this.#entries = { ...this.#entries, [frameId]: entry };
    this.#save();
  }

  #drop(frameId: string): void {
    const { [frameId]: _, ...rest } = this.#entries;
    this.#entries = rest;
    this.#save();
  }
}

/** Reads the old values of registers that hold one; a command without a state has nothing to put back. */
export function readOldValues(
  addresses: readonly string[],
  read: (address: string) => RegisterValue,
): OldValue[] {
  return addresses
    .map((address) => ({ address, value: read(address) }))
    .filter(({ value }) => value !== null);
}
