import type { EndedRight, ViewerStamp } from "#protocol/site-rpc.ts";

/** A key lives a minute: a session that ended a day ago can have none left. */
const ENDED_SESSION_MEMORY_MS = 24 * 3_600_000;

/** Which tickets were used and which rights ended, kept in storage. */
export class RightsLedger {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Whether the ticket was fresh; it is not any more. @param until when it can be forgotten, ms UTC */
  takeTicket(hash: string, until: number, now: number): boolean {
    this.#sql.exec(`DELETE FROM used_tickets WHERE until <= ?`, now);
    const used = this.#sql.exec(
      `INSERT OR IGNORE INTO used_tickets (hash, until) VALUES (?, ?) RETURNING hash`,
      hash,
      until,
    );
    return used.toArray().length === 1;
  }

  end(ended: EndedRight, now: number): void {
    this.#sql.exec(`DELETE FROM ended_sessions WHERE until <= ?`, now);
    if ("session" in ended)
      this.#sql.exec(
        `INSERT OR REPLACE INTO ended_sessions (session, until) VALUES (?, ?)`,
        ended.session,
        now + ENDED_SESSION_MEMORY_MS,
      );
    else
      this.#sql.exec(
        `INSERT INTO ended_rights (person, rights_version) VALUES (?, ?)
         ON CONFLICT (person) DO UPDATE SET rights_version = MAX(rights_version, excluded.rights_version)`,
        ended.person,
        ended.rightsVersion,
      );
  }

  /** Whether what the Worker found was found before its end was told. */
  hasEnded({ session, person, rightsVersion }: ViewerStamp): boolean {
    const ended = this.#sql.exec(
      `SELECT 1 FROM ended_sessions WHERE session = ?
       UNION ALL SELECT 1 FROM ended_rights WHERE person = ? AND rights_version > ?`,
      session,
      person,
      rightsVersion,
    );
    return ended.toArray().length > 0;
  }
}
