import type { ChainedEntry, JournalDetails } from "#domain/journal/journal-entry.ts";

type Row = {
  number: number;
  at: number;
  what: string;
  author: string | null;
  details: string;
  previous: string;
};

const COLUMNS = "number, at, what, author, details, previous";

/** Conditions on entries, joined by AND, with their bindings. */
type Where = { conditions: readonly string[]; bindings: readonly (string | number)[] };

/** The rows of the journal, which are only ever added. */
export class JournalRows {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /**
   * Adds an entry.
   * @param key key of an entry from outside the object
   */
  add({ number, at, what, author, details, previous }: ChainedEntry, key: string | null): void {
    this.#sql.exec(
      `INSERT INTO journal (number, at, what, author, details, previous, source)
        VALUES (?, ?, ?, ?, ?, ?, ?)`,
      number,
      at,
      what,
      author,
      JSON.stringify(details),
      previous,
      key,
    );
  }

  /** Whether an entry from outside the object is stored. */
  has(key: string): boolean {
    return this.#sql.exec(`SELECT 1 FROM journal WHERE source = ?`, key).toArray().length > 0;
  }

  last(): ChainedEntry | undefined {
    return this.#select(`ORDER BY number DESC LIMIT 1`).next().value;
  }

  /** Returns the entries after a number, in their order. */
  after(number: number): Iterable<ChainedEntry> {
    return this.#select(`WHERE number > ? ORDER BY number`, number);
  }

  count(where: Where): number {
    const query = `SELECT COUNT(*) AS n FROM journal ${write(where)}`;
    return this.#sql.exec<{ n: number }>(query, ...where.bindings).one().n;
  }

  /** Returns entries, newest first. */
  newest(
    where: Where,
    { limit, offset }: { limit: number; offset: number },
  ): Iterable<ChainedEntry> {
    return this.#select(
      `${write(where)} ORDER BY number DESC LIMIT ? OFFSET ?`,
      ...where.bindings,
      limit,
      offset,
    );
  }

  *#select(
    rest: string,
    ...bindings: (string | number)[]
  ): Generator<ChainedEntry, undefined, undefined> {
    const cursor = this.#sql.exec<Row>(`SELECT ${COLUMNS} FROM journal ${rest}`, ...bindings);
    for (const { details, ...row } of cursor)
      yield { ...row, details: JSON.parse(details) as JournalDetails };
  }
}

function write({ conditions }: Where): string {
  return conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
}
