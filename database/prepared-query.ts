/*
 * How queries are written. The default is Drizzle's builder. Two exceptions have a reason:
 *
 * - Queries that every page load or list request waits for (session, membership, news, site list) are prepared here:
 *   the text is built once, and queries of the same turn go to D1 as one statement (`batchQueries`).
 * - Statements that the builder cannot express, over JSON lists and the tables that triggers fill, are plain SQL on
 *   `database.$client`: the scan, the map and the stored lists of site-list/, and write-budgets.ts.
 */
import { fillPlaceholders, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "./connect.ts";

type Value = string | number | null;
/** The text of a query with its parameters, and the names of its columns in their order. */
export type PreparedQuery<Row> = {
  text: string;
  columns: readonly string[];
  params: unknown[];
  _row?: Row;
};

type Columns = Record<string, SQLiteColumn>;
/** A column's value as SQLite stores it: a flag is 0 or 1. */
type Stored<Held> = Held extends boolean ? 0 | 1 : Held;

/** A row with these columns, as D1 returns it. */
export type RowOf<Named extends Columns> = {
  [Name in keyof Named]:
    | Stored<Named[Name]["_"]["data"]>
    | (Named[Name]["_"]["notNull"] extends true ? never : null);
};

/** Aliases each column to its key. */
export function nameColumns<Named extends Columns>(
  columns: Named,
): { [Name in keyof Named]: SQL.Aliased } {
  const named = Object.entries(columns).map(([name, column]) => [name, sql`${column}`.as(name)]);
  return Object.fromEntries(named);
}

type Built = { toSQL(): { sql: string; params: unknown[] } };

/**
 * Prepares a query whose text is built once, because building takes longer than running it. Uses differ only in their
 * placeholders.
 */
export function prepareQuery<Row>(
  columns: Record<keyof Row & string, unknown>,
  build: (database: Database) => Built,
): (database: Database, values: Record<string, unknown>) => PreparedQuery<Row> {
  const names = Object.keys(columns);
  let made: { text: string; params: unknown[] } | undefined;
  return (database, values) => {
    if (made === undefined) {
      const { sql: text, params } = build(database).toSQL();
      made = { text: asList(text, names), params };
    }
    return { text: made.text, columns: names, params: fillPlaceholders(made.params, values) };
  };
}

/**
 * Wraps a query so that all its rows form one JSON text in order: several queries fit into one statement, and parsing
 * is faster than reading rows. D1 functions take at most 32 arguments.
 */
function asList(text: string, names: readonly string[]): string {
  const values = names.map((name) => `"${name}"`).join(", ");
  return `(select json_group_array(json_array(${values})) from (${text}))`;
}

type Waiting = {
  query: PreparedQuery<unknown>;
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
};
type Turn = { waiting: Waiting[]; later: (send: () => void) => void };
const batches = new WeakMap<Database, Turn>();

/**
 * Returns the database for one request: queries issued in the same turn go to D1 in one round trip.
 * @param later runs a callback after the other queries of this turn have been issued
 */
export function batchQueries(database: Database, later: Turn["later"]): Database {
  const own: Database = Object.create(database);
  batches.set(own, { waiting: [], later });
  return own;
}

/** Runs a prepared query. */
export async function runQuery<Row>(database: Database, query: PreparedQuery<Row>): Promise<Row[]> {
  const [rows] = await runQueryBatch<[Row]>(database, [query]);
  return rows;
}

/** Runs several queries in one round trip, whether or not the database batches queries. */
export async function runQueryBatch<Rows extends unknown[]>(
  database: Database,
  queries: { [Place in keyof Rows]: PreparedQuery<Rows[Place]> },
): Promise<{ [Place in keyof Rows]: Rows[Place][] }> {
  const wanted: readonly PreparedQuery<unknown>[] = queries;
  const turn = batches.get(database);
  const answers = turn
    ? await Promise.all(wanted.map((query) => enqueueQuery(database, turn, query)))
    : await runAll(database, wanted);
  return answers as { [Place in keyof Rows]: Rows[Place][] };
}

function enqueueQuery(database: Database, turn: Turn, query: PreparedQuery<unknown>) {
  const { waiting, later } = turn;
  return new Promise<unknown[]>((resolve, reject) => {
    if (waiting.length === 0) later(() => runQueued(database, waiting.splice(0)));
    waiting.push({ query, resolve, reject });
  });
}

async function runQueued(database: Database, waiting: readonly Waiting[]): Promise<void> {
  try {
    const queries = waiting.map(({ query }) => query);
    const answers = await runAll(database, queries);
    for (const [place, { resolve }] of waiting.entries()) resolve(answers[place] ?? []);
  } catch (error) {
    for (const { reject } of waiting) reject(error);
  }
}

/** Returns the rows of each query. */
async function runAll(
  database: Database,
  queries: readonly PreparedQuery<unknown>[],
): Promise<unknown[][]> {
  const lists = queries.map(({ text }, place) => `${text} as "${place}"`);
  const answer = await database.$client
    .prepare(`select ${lists.join(", ")}`)
    .bind(...queries.flatMap(({ params }) => params))
    .first<Record<string, string>>();
  return queries.map(({ columns }, place) => readList(answer?.[place] ?? "[]", columns));
}

function readList(text: string, columns: readonly string[]): unknown[] {
  const rows = JSON.parse(text) as Value[][];
  return rows.map((values) => {
    const row: Record<string, Value> = {};
    columns.forEach((name, place) => {
      row[name] = values[place] ?? null;
    });
    return row;
  });
}
