import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { applyMigrations } from "./migrate.ts";

let miniflare: Miniflare;
let database: D1Database;
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "helioport-migrate-"));
});
beforeEach(async () => {
  await miniflare?.dispose();
  const worker = {
    modules: true,
    script: "export default { fetch: () => new Response() }",
    d1Databases: ["DB"],
  };
  miniflare = new Miniflare(convertV4MiniflareOptions({ cf: false, ...worker }));
  database = (await miniflare.getD1Database("DB")) as unknown as D1Database;
});
afterAll(async () => {
  await miniflare.dispose();
  rmSync(directory, { recursive: true });
});

function write(name: string, sql: string) {
  writeFileSync(join(directory, name), sql);
}

async function readTables() {
  const { results } = await database
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'site%' ORDER BY name",
    )
    .all<{ name: string }>();
  return results.map(({ name }) => name);
}

test("a database gets each migration once, in order", async () => {
  write(
    "0000_first.sql",
    "CREATE TABLE sites (id INTEGER);\n--> statement-breakpoint\nCREATE INDEX a ON sites (id);",
  );
  write("notes.txt", "no migration");
  expect(await applyMigrations(database, directory)).toEqual(["0000_first.sql"]);
  write("0001_second.sql", "ALTER TABLE sites RENAME TO site_list;");
  expect(await applyMigrations(database, directory)).toEqual(["0001_second.sql"]);
  expect(await applyMigrations(database, directory)).toEqual([]);
  expect(await readTables()).toEqual(["site_list"]);
});

test("a migration that fails half way leaves nothing and is told in one line", async () => {
  write("0000_first.sql", "CREATE TABLE sites (id INTEGER);");
  write(
    "0001_second.sql",
    "CREATE TABLE site_notes (id INTEGER);\nINSERT INTO nowhere VALUES (1);",
  );
  await expect(applyMigrations(database, directory)).rejects.toThrow(
    /^Migration 0001_second\.sql failed: .*nowhere.*$/,
  );
  expect(await readTables()).toEqual(["sites"]);
  write("0001_second.sql", "CREATE TABLE site_notes (id INTEGER);");
  expect(await applyMigrations(database, directory)).toEqual(["0001_second.sql"]);
});
