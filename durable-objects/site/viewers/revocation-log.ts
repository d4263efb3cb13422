import { DAY_MS } from "#domain/units/durations.ts";
import type { Revocation, ViewerStamp } from "#protocol/site-rpc.ts";

/**
 * How long an ended session is remembered, ms. A key is valid for a minute, so a session that ended a day ago has none
 * left.
 */
const ENDED_SESSION_KEPT_MS = DAY_MS;

/** Stores used tickets and revocations of access. */
export class RevocationLog {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /**
   * Marks a ticket as used.
   * @param until when it may be deleted, ms UTC
   * @returns whether it was unused
   */
  takeTicket(hash: string, until: number, now: number): boolean {
    this.#sql.exec(`DELETE FROM used_tickets WHERE until <= ?`, now);
    const used = this.#sql.exec(
      `INSERT OR IGNORE INTO used_tickets (hash, until) VALUES (?, ?) RETURNING hash`,
      hash,
      until,
    );
    return used.toArray().length === 1;
  }

  /**
   * Stores a revocation.
   * @param now ms UTC
   */
  end(ended: Revocation, now: number): void {
    this.#sql.exec(`DELETE FROM ended_sessions WHERE until <= ?`, now);
    if ("session" in ended)
      this.#sql.exec(
        `INSERT OR REPLACE INTO ended_sessions (session, until) VALUES (?, ?)`,
        ended.session,
        now + ENDED_SESSION_KEPT_MS,
      );
    else
      this.#sql.exec(
        `INSERT INTO ended_rights (person, rights_version) VALUES (?, ?)
         ON CONFLICT (person) DO UPDATE SET rights_version = MAX(rights_version, excluded.rights_version)`,
        ended.person,
        ended.rightsVersion,
      );
  }

  /** Whether the access that the Worker looked up was revoked meanwhile. */
  hasEnded({
    session,
    person,
    rightsVersion,
  }: Pick<ViewerStamp, "person" | "rightsVersion" | "session">): boolean {
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
