import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { areTypesFresh, findMissingMigration } from "./generated.ts";
import { projectRoot } from "./source-tree.ts";

const timeout = 60_000;
const types = "workers/worker-configuration.d.ts";
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "helioport-generated-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

test("the types of the bindings are those of wrangler.toml", { timeout }, async () => {
  expect(await areTypesFresh(types)).toBe(true);
});

test("planted stale types are caught", { timeout }, async () => {
  const stale = join(directory, "stale.d.ts");
  const text = readFileSync(join(projectRoot, types), "utf8");
  writeFileSync(stale, text.replace("DB: D1Database;\n", "").replace(/hash: \w+/, "hash: 0"));
  expect(await areTypesFresh(stale)).toBe(false);
});

test("the migrations make the schema", { timeout }, async () => {
  expect(await findMissingMigration("database/schema/*.ts")).toBe("");
});

test("a planted table without a migration is caught", { timeout }, async () => {
  const drizzle = join(projectRoot, "node_modules/drizzle-orm");
  const planted = '\nexport const planted = sqliteTable("planted", { id: integer("id") });\n';
  const tables = join(projectRoot, "database", "schema");
  for (const name of readdirSync(tables)) {
    const text = readFileSync(join(tables, name), "utf8");
    const resolved = text
      .replaceAll('"drizzle-orm', `"${drizzle}`)
      .replaceAll('"#domain/', `"${join(projectRoot, "domain")}/`);
    writeFileSync(join(directory, name), resolved);
  }
  appendFileSync(join(directory, "sites.ts"), planted);
  const schema = join(directory, "*.ts");
  expect(await findMissingMigration(schema)).toContain("CREATE TABLE `planted`");
});
