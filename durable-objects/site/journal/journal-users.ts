import { limitText } from "#domain/journal/limit-details.ts";
import type { Author } from "#protocol/alarms.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import type { Clock } from "../interfaces.ts";

const PSEUDONYM_BYTES = 9;
/** Pseudonym in the row of a deleted user, so that an entry that arrives late stores no name. */
const ERASED = "";

/**
 * Pseudonyms of the users in a journal. Only the random pseudonym is hashed with an entry; the name is stored here, so
 * that it can be erased without breaking the chain. An erased pseudonym cannot be connected to its user any more.
 */
export class JournalUsers {
  readonly #sql: SqlStorage;
  readonly #clock: Pick<Clock, "randomBytes">;

  constructor(sql: SqlStorage, clock: Pick<Clock, "randomBytes">) {
    this.#sql = sql;
    this.#clock = clock;
  }

  /** Returns the pseudonym of a user and stores the current name; null without a user. */
  pseudonymOf(user: Author | null | undefined): string | null {
    if (user == null || user.id === null) return null;
    const name = user.name === "" ? null : limitText(user.name);
    const [held] = this.#sql
      .exec<{ pseudonym: string; name: string | null }>(
        `SELECT pseudonym, name FROM journal_users WHERE person = ?`,
        user.id,
      )
      .toArray();
    if (held?.pseudonym === ERASED) return this.#newPseudonym();
    const pseudonym = held?.pseudonym ?? this.#newPseudonym();
    if (held === undefined || (name !== null && held.name !== name))
      this.#sql.exec(
        `INSERT OR REPLACE INTO journal_users (person, pseudonym, name) VALUES (?, ?, ?)`,
        user.id,
        pseudonym,
        name,
      );
    return pseudonym;
  }

  /** Erases the name of a deleted user, and the connection of the pseudonym to the user. */
  erase(person: number): void {
    this.#sql.exec(
      `INSERT OR REPLACE INTO journal_users (person, pseudonym, name) VALUES (?, ?, NULL)`,
      person,
      ERASED,
    );
  }

  /** Returns the names by pseudonym; those of deleted users are missing. */
  names(): Map<string, string> {
    const rows = this.#sql
      .exec<{ pseudonym: string; name: string }>(
        `SELECT pseudonym, name FROM journal_users WHERE name IS NOT NULL`,
      )
      .toArray();
    return new Map(rows.map(({ pseudonym, name }) => [pseudonym, name]));
  }

  #newPseudonym(): string {
    return toBase64Url(this.#clock.randomBytes(PSEUDONYM_BYTES));
  }
}
