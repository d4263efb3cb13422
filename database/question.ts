import { fillPlaceholders, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "./connect.ts";

type Value = string | number | null;
/** A query as it is asked, and the names of its columns in their order. */
export type Question<Row> = {
  text: string;
  columns: readonly string[];
  params: unknown[];
  _row?: Row;
};

type Columns = Record<string, SQLiteColumn>;
/** What a column holds as SQLite has it: a flag is 0 or 1. */
type Stored<Held> = Held extends boolean ? 0 | 1 : Held;

/** A row with these columns, as the database has it. */
export type RowOf<Named extends Columns> = {
  [Name in keyof Named]:
    | Stored<Named[Name]["_"]["data"]>
    | (Named[Name]["_"]["notNull"] extends true ? never : null);
};

/** The columns of a query, each under the name it has here. */
export function nameColumns<Named extends Columns>(
  columns: Named,
): { [Name in keyof Named]: SQL.Aliased } {
  const named = Object.entries(columns).map(([name, column]) => [name, sql`${column}`.as(name)]);
  return Object.fromEntries(named);
}

type Built = { toSQL(): { sql: string; params: unknown[] } };

/**
 * A query whose text is made once: making it takes longer than asking it. What differs between its uses are
 * placeholders.
 */
export function prepareQuestion<Row>(
  columns: Record<keyof Row & string, unknown>,
  build: (database: Database) => Built,
): (database: Database, values: Record<string, unknown>) => Question<Row> {
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
 * All rows of a query as one JSON text, in their order: that is how several queries make one, and it is read faster
 * than rows. D1 takes functions of at most 32 values.
 */
function asList(text: string, names: readonly string[]): string {
  const values = names.map((name) => `"${name}"`).join(", ");
  return `(select json_group_array(json_array(${values})) from (${text}))`;
}

type Waiting = {
  question: Question<unknown>;
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
};
type Turn = { waiting: Waiting[]; later: (ask: () => void) => void };
const gathering = new WeakMap<Database, Turn>();

/**
 * The same database for one request: what it is asked in one turn goes there together, in one round trip.
 * @param later runs something a little later, when this turn's questions have come
 */
export function gatherQuestions(database: Database, later: Turn["later"]): Database {
  const own: Database = Object.create(database);
  gathering.set(own, { waiting: [], later });
  return own;
}

export async function ask<Row>(database: Database, question: Question<Row>): Promise<Row[]> {
  const [rows] = await askTogether<[Row]>(database, [question]);
  return rows;
}

/** Several in one round trip, whether the database gathers questions or not. */
export async function askTogether<Rows extends unknown[]>(
  database: Database,
  questions: { [Place in keyof Rows]: Question<Rows[Place]> },
): Promise<{ [Place in keyof Rows]: Rows[Place][] }> {
  const asked: readonly Question<unknown>[] = questions;
  const turn = gathering.get(database);
  const answers = turn
    ? await Promise.all(asked.map((question) => askInTurn(database, turn, question)))
    : await askAll(database, asked);
  return answers as { [Place in keyof Rows]: Rows[Place][] };
}

function askInTurn(database: Database, turn: Turn, question: Question<unknown>) {
  const { waiting, later } = turn;
  return new Promise<unknown[]>((resolve, reject) => {
    if (waiting.length === 0) later(() => answerAll(database, waiting.splice(0)));
    waiting.push({ question, resolve, reject });
  });
}

async function answerAll(database: Database, waiting: readonly Waiting[]): Promise<void> {
  try {
    const questions = waiting.map(({ question }) => question);
    const answers = await askAll(database, questions);
    for (const [place, { resolve }] of waiting.entries()) resolve(answers[place] ?? []);
  } catch (error) {
    for (const { reject } of waiting) reject(error);
  }
}

/** The rows of each. */
async function askAll(
  database: Database,
  questions: readonly Question<unknown>[],
): Promise<unknown[][]> {
  const lists = questions.map(({ text }, place) => `${text} as "${place}"`);
  const answer = await database.$client
    .prepare(`select ${lists.join(", ")}`)
    .bind(...questions.flatMap(({ params }) => params))
    .first<Record<string, string>>();
  return questions.map(({ columns }, place) => readList(answer?.[place] ?? "[]", columns));
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
