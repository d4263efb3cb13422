import {
  COMMAND_MEMORY_MS,
  type CommandRecord,
  DELETED_ISSUER,
} from "#domain/commands/command-record.ts";
import {
  dueAt,
  storeCommand,
  type TrackedCommand,
  trackedCommand,
  visibleRecord,
} from "#domain/commands/tracked-command.ts";

/** A stored command with its issuer, its batch and the query in flight for its read-back. */
export type StoredCommand = {
  person: number;
  session: string;
  rightsVersion: number;
  /** Frame id of the 322 that it belongs to. */
  batch: string | null;
  /** Frame id of the 336 that asks for its read-back. */
  query: string | null;
  tracked: TrackedCommand;
};

type Row = {
  person: number;
  session: string;
  rights_version: number;
  batch: string | null;
  query: string | null;
  tracked: string;
};

const COLUMNS = "person, session, rights_version, batch, query, tracked";
/** Maximum number of command records in a welcome. */
const MAX_RECENT = 500;

/** Stores the commands of the site, one row each. */
export class CommandStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  insert(command: StoredCommand): void {
    const { person, session, rightsVersion, batch, tracked } = command;
    this.#sql.exec(
      `INSERT INTO commands (command_id, person, session, rights_version, batch, state, wants_read_back, ended_at, due,
         held_due, tracked)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      tracked.record.commandId,
      person,
      session,
      rightsVersion,
      batch,
      ...changing(tracked),
    );
  }

  save({ query, tracked }: StoredCommand): void {
    this.#sql.exec(
      `UPDATE commands SET query = ?, state = ?, wants_read_back = ?, ended_at = ?, due = ?, held_due = ?, tracked = ?
       WHERE command_id = ?`,
      query,
      ...changing(tracked),
      tracked.record.commandId,
    );
  }

  find(commandId: string): StoredCommand | null {
    return this.#select(`WHERE command_id = ?`, commandId)[0] ?? null;
  }

  /** Returns open commands in order of arrival. */
  open(): StoredCommand[] {
    return this.#select(`WHERE state <> 'ended' ORDER BY sequence`);
  }

  countOpen(): number {
    return this.#number(`SELECT COUNT(*) AS n FROM commands WHERE state <> 'ended'`) ?? 0;
  }

  /**
   * Returns commands that ended unverified. Those with a query in flight are included, because the query is lost with
   * its connection.
   */
  unread(): StoredCommand[] {
    return this.#select(`WHERE wants_read_back = 1 ORDER BY sequence`);
  }

  /** Returns the commands whose read-back or second read a query requested. */
  ofQuery(query: string): StoredCommand[] {
    return this.#select(
      `WHERE (state <> 'ended' OR wants_read_back = 1 OR held_due IS NOT NULL) AND query = ?`,
      query,
    );
  }

  /** Returns ended commands that wait for their second read, in order of arrival. */
  awaitingHeld(): StoredCommand[] {
    return this.#select(`WHERE held_due IS NOT NULL ORDER BY sequence`);
  }

  /** Returns ended commands whose second read is due. */
  heldOverdue(now: number): StoredCommand[] {
    return this.#select(`WHERE held_due <= ? ORDER BY sequence`, now);
  }

  /** Returns ended commands whose confirmation the device has not answered. */
  unconfirmed(): StoredCommand[] {
    return this.awaitingHeld().filter(({ tracked }) => tracked.confirmation === "sent");
  }

  /** Returns the open commands of a batch. */
  ofBatch(batch: string): StoredCommand[] {
    return this.#select(`WHERE state <> 'ended' AND batch = ? ORDER BY sequence`, batch);
  }

  /** Returns open commands whose timeout has passed. */
  overdue(now: number): StoredCommand[] {
    return this.#select(`WHERE state <> 'ended' AND due <= ? ORDER BY sequence`, now);
  }

  /** Returns records that are open or ended after an instant, ms UTC, oldest first. */
  recent(endedAfter: number): CommandRecord[] {
    const newestFirst = this.#select(
      `WHERE state <> 'ended' OR ended_at > ? ORDER BY sequence DESC LIMIT ${MAX_RECENT}`,
      endedAfter,
    );
    return newestFirst.reverse().map(({ tracked }) => visibleRecord(tracked));
  }

  /** Removes a user's name from the commands that the user issued; the commands stay. */
  anonymizeIssuer(person: number): void {
    this.#sql.exec(
      `UPDATE commands SET tracked = json_set(tracked, '$.record.by', ?) WHERE person = ?`,
      DELETED_ISSUER,
      person,
    );
  }

  /** Deletes ended commands that are old enough. */
  sweep(now: number): void {
    this.#sql.exec(`DELETE FROM commands WHERE due <= ? AND state = 'ended'`, now);
  }

  /** Returns when a timer next advances or deletes a command, ms UTC; null if there are no commands. */
  nextDue(): number | null {
    const dues = [
      this.#number(`SELECT MIN(due) AS n FROM commands`),
      this.#number(`SELECT MIN(held_due) AS n FROM commands WHERE held_due IS NOT NULL`),
    ].filter((due) => due !== null);
    return dues.length === 0 ? null : Math.min(...dues);
  }

  #select(where: string, ...bindings: (string | number)[]): StoredCommand[] {
    const rows = this.#sql.exec<Row>(`SELECT ${COLUMNS} FROM commands ${where}`, ...bindings);
    return rows.toArray().map(({ rights_version, tracked, ...row }) => ({
      ...row,
      rightsVersion: rights_version,
      tracked: trackedCommand.parse(JSON.parse(tracked)),
    }));
  }

  #number(query: string): number | null {
    return this.#sql.exec<{ n: number | null }>(query).one().n;
  }
}

type Changing = [string, number, number | null, number, number | null, string];

function changing(tracked: TrackedCommand): Changing {
  const { record, needsReadBack, endedAt, heldDue = null } = tracked;
  const due = dueAt(tracked) ?? record.at + COMMAND_MEMORY_MS;
  const text = JSON.stringify(storeCommand(tracked));
  return [record.state, needsReadBack ? 1 : 0, endedAt, due, heldDue, text];
}
