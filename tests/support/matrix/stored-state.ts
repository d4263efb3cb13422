import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { siteStub } from "../site-logger.ts";

/** Tables that count attempts, to which a refused call may add. */
const COUNTERS = [
  "login_failures",
  "seen_envelopes",
  "codes",
  "rate_limit_attempts",
  "write_budgets",
  "journal_outbox",
  "journal_heads",
];
/** What the database itself makes of the rest. */
const DERIVED = [
  "kept_lists",
  "kept_list_changes",
  "kept_sites",
  "kept_facets",
  "kept_counts",
  "kept_words",
  "kept_ranks",
];
/** Columns that are generated from others of their row. */
const GENERATED = ["status_rank"];
/** These come first, that the others find them. */
const FIRST = ["users", "sites"];

type Rows = Record<string, unknown>[];
/** All that D1 holds, by table. */
export type StoredState = ReadonlyMap<string, Rows>;

let tables: string[] | undefined;

async function listTables(): Promise<string[]> {
  if (tables !== undefined) return tables;
  const { results } = await env.DB.prepare(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '_cf_%' and name not like 'd1_%'",
  ).all<{ name: string }>();
  tables = results.map(({ name }) => name);
  return tables;
}

export async function readState(): Promise<StoredState> {
  const names = await listTables();
  const read = await env.DB.batch<Record<string, unknown>>(
    names.map((name) => env.DB.prepare(`select * from "${name}"`)),
  );
  return new Map(names.map((name, place) => [name, read[place]?.results ?? []]));
}

/** Which tables differ, but for counters. */
export function compareStates(one: StoredState, other: StoredState): string[] {
  return [...one.keys()].filter((name) => !COUNTERS.includes(name) && isChanged(name, one, other));
}

/** Whether anything differs, counters too. */
export function isChangedAtAll(one: StoredState, other: StoredState): boolean {
  return [...one.keys()].some((name) => isChanged(name, one, other));
}

/** Puts everything back: what is removed takes along what hangs on it. */
export async function restoreState(state: StoredState): Promise<void> {
  const others = [...state.keys()].filter((name) => ![...DERIVED, ...FIRST].includes(name));
  const names = [...FIRST, ...others];
  await env.DB.batch([
    env.DB.prepare("pragma defer_foreign_keys = on"),
    ...names.map((name) => env.DB.prepare(`delete from "${name}"`)),
    ...names.flatMap((name) => insertAll(name, state.get(name) ?? [])),
  ]);
  for (const { id } of state.get("sites") ?? []) await restoreRights(Number(id));
}

/** Lets the object of a site know of no revoked access, as the restored users have theirs again. */
async function restoreRights(siteId: number): Promise<void> {
  await runInDurableObject(siteStub(siteId), (_, { storage }) => {
    storage.sql.exec("DELETE FROM ended_sessions");
    storage.sql.exec("DELETE FROM ended_rights");
  });
}

function isChanged(name: string, one: StoredState, other: StoredState): boolean {
  return JSON.stringify(one.get(name)) !== JSON.stringify(other.get(name));
}

function insertAll(name: string, rows: Rows): D1PreparedStatement[] {
  const [first] = rows;
  if (first === undefined) return [];
  const columns = Object.keys(first).filter((column) => !GENERATED.includes(column));
  const names = columns.map((column) => `"${column}"`).join(", ");
  const values = columns.map((_, place) => `value ->> ${place}`).join(", ");
  const listed = JSON.stringify(rows.map((row) => columns.map((column) => row[column])));
  return [
    env.DB.prepare(`insert into "${name}" (${names}) select ${values} from json_each(?)`).bind(
      listed,
    ),
  ];
}
