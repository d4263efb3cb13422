import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unstable_splitSqlQuery } from "wrangler";
import { describeError, Failure } from "./failure.ts";

/**
 * Applies the migrations that a database lacks and returns their names. It records them in the table of `wrangler d1
 * migrations apply`, so that both commands can be used.
 */
export async function applyMigrations(database: D1Database, directory: string): Promise<string[]> {
  const applied = await readApplied(database);
  const files = readdirSync(directory)
    .filter((name) => /^\d+_.*\.sql$/.test(name))
    .sort();
  const missing = files.filter((name) => !applied.has(name));
  for (const name of missing) {
    const statements = unstable_splitSqlQuery(readFileSync(join(directory, name), "utf8"));
    try {
      await database.batch([
        ...statements.map((statement) => database.prepare(statement)),
        database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
      ]);
    } catch (error) {
      throw new Failure(`Migration ${name} failed: ${describeError(error)}`);
    }
  }
  return missing;
}

async function readApplied(database: D1Database): Promise<Set<string>> {
  try {
    await database
      .prepare(
        `CREATE TABLE IF NOT EXISTS d1_migrations (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT UNIQUE,
          applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
        )`,
      )
      .run();
    const { results } = await database
      .prepare("SELECT name FROM d1_migrations")
      .all<{ name: string }>();
    return new Set(results.map(({ name }) => name));
  } catch (error) {
    throw new Failure(
      `The local database cannot be opened (${describeError(error)}). \`npm run reset\` starts over with an empty state.`,
    );
  }
}
