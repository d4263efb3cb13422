import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connect } from "#database/connect.ts";
import { codes } from "#database/schema/auth.ts";
import { membershipChanges, pendingRevocations } from "#database/schema/members.ts";
import { rateLimitAttempts } from "#database/schema/rate-limits.ts";
import { shareSessions, shares } from "#database/schema/shares.ts";
import { pendingUnlinks, sites } from "#database/schema/sites.ts";
import { users } from "#database/schema/users.ts";
import { applyMigrations } from "./migrate.ts";

const MIGRATIONS = fileURLToPath(new URL("../migrations", import.meta.url));

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

test("a migration that fails half way leaves nothing and is reported in one line", async () => {
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

test("the renaming of 0023 keeps every row and every trigger", async () => {
  const before = mkdtempSync(join(directory, "before-"));
  for (const name of readdirSync(MIGRATIONS))
    if (name.endsWith(".sql") && name < "0023") cpSync(join(MIGRATIONS, name), join(before, name));
  await applyMigrations(database, before);
  const rows = [
    "users (id, account, email, name, password_hash, rights_version, created_at) values (1, 'ada', 'ada@example.org', 'Ada', '', 7, 1), (2, 'bob', 'bob@example.org', 'Bob', '', 8, 1)",
    "sites (id, name, creator_id, figures_at, status, created_at, updated_at) values (1, 'Barn', 1, 100, 'normal', 1, 1), (2, 'Mill', 2, null, 'fault', 1, 1)",
    "tries (id, subject, at) values (5, 'a', 10), (6, 'b', 20)",
    "codes (purpose, subject, code_hash, created_at, tries) values ('register', 's', 'h', 1, 3)",
    "right_changes (id, site_id, at, kind, by_id, person_id, email, old_role, new_role) values (9, 1, 5, 'removed', 1, 2, 'bob@example.org', 2, 0)",
    "untold_ends (site_id, person, rights_version, created_at) values (1, -4, 6, 11), (1, 2, 8, 12)",
    "untold_unlinks (site_id, serial, created_at) values (1, 'HP-1', 13)",
    "shares (id, site_id, token_hash, sealed_token, shows_in_world, world_token_hash, sealed_world_token, created_at) values (3, 1, 't', 's', 1, 'wt', 'ws', 1)",
    "share_sessions (id, share_id, version, created_at, expires_at, of_world) values ('x', 3, 0, 1, 2, 1)",
  ];
  await database.batch(rows.map((row) => database.prepare(`insert into ${row}`)));
  const [first] = await applyMigrations(database, MIGRATIONS);
  expect(first).toBe("0023_standard_names.sql");

  const drizzle = connect(database);
  expect(await drizzle.select().from(users)).toMatchObject([
    { id: 1, accessVersion: 7 },
    { id: 2, accessVersion: 8 },
  ]);
  expect(await drizzle.select().from(sites)).toMatchObject([
    { id: 1, metricsAt: 100 },
    { id: 2, metricsAt: null },
  ]);
  expect(await drizzle.select().from(rateLimitAttempts)).toEqual([
    { id: 5, subject: "a", at: 10 },
    { id: 6, subject: "b", at: 20 },
  ]);
  expect(await drizzle.select().from(codes)).toMatchObject([{ codeHash: "h", wrongAttempts: 3 }]);
  expect(await drizzle.select().from(membershipChanges)).toMatchObject([
    { id: 9, byId: 1, userId: 2, email: "bob@example.org", oldRole: 2, newRole: 0 },
  ]);
  expect(await drizzle.select().from(pendingRevocations)).toEqual([
    { siteId: 1, person: -4, accessVersion: 6, createdAt: 11 },
    { siteId: 1, person: 2, accessVersion: 8, createdAt: 12 },
  ]);
  expect(await drizzle.select().from(pendingUnlinks)).toEqual([
    { siteId: 1, serial: "HP-1", createdAt: 13 },
  ]);
  expect(await drizzle.select().from(shares)).toMatchObject([
    { isPublic: true, publicTokenHash: "wt", sealedPublicToken: "ws" },
  ]);
  expect(await drizzle.select().from(shareSessions)).toMatchObject([{ id: "x", isPublic: true }]);

  // A number given once is never given again, and triggers and foreign keys still hold.
  await drizzle.insert(rateLimitAttempts).values({ subject: "c", at: 30 });
  expect(await drizzle.select({ id: rateLimitAttempts.id }).from(rateLimitAttempts)).toContainEqual(
    { id: 7 },
  );
  await database.prepare("update sites set status = 'normal' where id = 2").run();
  const version = database.prepare("select list_version from sites where id = 2");
  expect(await version.first("list_version")).toBe(1);
  await database.batch([
    database.prepare("delete from sites where id = 2"),
    database.prepare("delete from users where id = 2"),
  ]);
  expect(await drizzle.select().from(membershipChanges)).toMatchObject([{ id: 9, userId: null }]);
});
