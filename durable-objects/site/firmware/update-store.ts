import { z } from "zod";
import {
  HEALTHY_FOR_MS,
  type TrackedUpdate,
  trackedUpdate,
  type UpdateRecord,
} from "#domain/firmware/update.ts";
import type { AwaitedUpdate } from "#protocol/firmware/firmware-rpc.ts";
import type { OpenUpdate } from "#protocol/settings.ts";
import type { KeyValueStore } from "../key-value-store.ts";

const SEQUENCES = "firmwareSequences";
const sequences = z.record(z.string(), z.int());

/** Maximum number of updates that are kept, the newest ones. */
const MAX_UPDATES = 200;
/** Maximum number of components whose installed sequence is kept. */
const MAX_SEQUENCES = 400;

/** Stores the updates of the site, one row each, and which release each component has. */
export class UpdateStore {
  readonly #sql: SqlStorage;
  readonly #kv: KeyValueStore;
  #newest: TrackedUpdate | null | undefined;

  constructor(sql: SqlStorage, kv: KeyValueStore) {
    this.#sql = sql;
    this.#kv = kv;
  }

  /** The update that began last; null if there was none. */
  get last(): TrackedUpdate | null {
    if (this.#newest === undefined)
      this.#newest = this.#select(`ORDER BY sequence DESC LIMIT 1`)[0] ?? null;
    return this.#newest;
  }

  /** The update in progress, of which there is at most one: no other begins meanwhile. */
  get open(): TrackedUpdate | null {
    const { last } = this;
    return last === null || last.record.state === "ended" ? null : last;
  }

  /** The update in progress as the settings of the site describe it; null without one. */
  get prior(): OpenUpdate | null {
    if (this.open === null) return null;
    const { record, installs } = this.open;
    const { address, component, version, state } = record;
    return { address, component, version, isWaiting: state === "transferred" && !installs };
  }

  /** The progress of the newest update that its record does not have; null if there was none. */
  get awaited(): AwaitedUpdate | null {
    if (this.last === null) return null;
    const { record, installs, hasVersion, healthySince, due } = this.last;
    const provenAt = healthySince === null ? null : healthySince + HEALTHY_FOR_MS;
    return { updateId: record.updateId, installs, hasVersion, healthySince, provenAt, due };
  }

  insert(update: TrackedUpdate, person: number | null): void {
    this.#sql.exec(
      `INSERT INTO firmware_updates (update_id, person, is_open, body) VALUES (?, ?, 1, ?)`,
      ...[update.record.updateId, person, JSON.stringify(update)],
    );
    this.#sql.exec(
      `DELETE FROM firmware_updates WHERE sequence <= (SELECT max(sequence) FROM firmware_updates) - ?`,
      MAX_UPDATES,
    );
    this.#newest = update;
  }

  save(update: TrackedUpdate): void {
    const isOpen = update.record.state !== "ended";
    this.#sql.exec(
      `UPDATE firmware_updates SET is_open = ?, body = ? WHERE update_id = ?`,
      ...[isOpen ? 1 : 0, JSON.stringify(update), update.record.updateId],
    );
    if (this.last?.record.updateId === update.record.updateId) this.#newest = update;
  }

  find(updateId: string): UpdateRecord | null {
    return this.findTracked(updateId)?.record ?? null;
  }

  findTracked(updateId: string): TrackedUpdate | null {
    if (this.#newest?.record.updateId === updateId) return this.#newest;
    return this.#select(`WHERE update_id = ?`, updateId)[0] ?? null;
  }

  /** Returns the newest updates, newest first. */
  newest(limit: number): UpdateRecord[] {
    return this.#select(`ORDER BY sequence DESC LIMIT ?`, limit).map(({ record }) => record);
  }

  /** Returns the user who began an update; null if unknown. */
  authorOf(updateId: string): number | null {
    const [row] = this.#sql
      .exec<{ person: number | null }>(
        `SELECT person FROM firmware_updates WHERE update_id = ?`,
        updateId,
      )
      .toArray();
    return row?.person ?? null;
  }

  /** Removes a user's name from the updates that the user began; the updates stay. */
  anonymizeAuthor(person: number): void {
    this.#sql.exec(
      `UPDATE firmware_updates SET person = NULL, body = json_set(body, '$.record.by', '') WHERE person = ?`,
      person,
    );
    this.#newest = undefined;
  }

  /** Sequences of the installed releases, by address and component. */
  get sequences(): Readonly<Record<string, number>> {
    return this.#kv.read(SEQUENCES, sequences) ?? {};
  }

  noteInstalled({ record, sequence }: TrackedUpdate): void {
    const name = sequenceName(record);
    const { [name]: _, ...others } = this.sequences;
    const kept = Object.entries(others).slice(1 - MAX_SEQUENCES);
    this.#kv.write(SEQUENCES, Object.fromEntries([...kept, [name, sequence]]));
  }

  #select(rest: string, ...bindings: (string | number)[]): TrackedUpdate[] {
    return this.#sql
      .exec<{ body: string }>(`SELECT body FROM firmware_updates ${rest}`, ...bindings)
      .toArray()
      .flatMap(({ body }) => trackedUpdate.safeParse(JSON.parse(body)).data ?? []);
  }
}

/** Returns the name of a component among the installed sequences. */
export function sequenceName({
  address,
  component,
}: Pick<UpdateRecord, "address" | "component">): string {
  return `${address} ${component}`;
}
