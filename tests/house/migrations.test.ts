import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";

/** The first migration for which the rule of docs/deploying.md holds. */
const FIRST = 17;

/** The renaming before the first release, the only exception to the rule (docs/decisions/0081). */
const RENAMING = "0023_standard_names.sql";

/**
 * What the previous release could not run with: between the migration and the upload, and after a rollback, the old
 * program runs on the new schema.
 */
function findRemovals(name: string, sql: string): string[] {
  if (name === RENAMING) return [];
  const own = Number(name.slice(0, 4));
  const noted = /^-- unused since (\d{4})\b/m.exec(sql)?.[1];
  // The migration that stopped the use is an earlier one, so a release lies between.
  if (noted !== undefined && Number(noted) < own) return [];
  const statements = sql
    .replace(/^--> statement-breakpoint$/gm, "")
    .replace(/--[^\n]*/g, "")
    .split(";");
  const rebuilt = new Set(
    [...sql.matchAll(/RENAME TO [`"]?(\w+)/gi)].map(([, table = ""]) => table.toLowerCase()),
  );
  return statements.flatMap((statement) => {
    const text = statement.trim().replace(/\s+/g, " ");
    const [, dropped] = /^DROP TABLE (?:IF EXISTS )?[`"]?(\w+)/i.exec(text) ?? [];
    const [, renamed] = /^ALTER TABLE [`"]?(\w+)[`"]? RENAME TO/i.exec(text) ?? [];
    const isLost =
      (dropped !== undefined && !rebuilt.has(dropped.toLowerCase())) ||
      (renamed !== undefined && !renamed.startsWith("__new_")) ||
      /^ALTER TABLE .* DROP( COLUMN)? /i.test(text) ||
      /^ALTER TABLE .* RENAME COLUMN /i.test(text);
    return isLost ? [`${name}: ${text}`] : [];
  });
}

test("no migration removes what the previous release still uses", () => {
  const removals = globSync("migrations/*.sql")
    .filter((path) => Number(basename(path).slice(0, 4)) >= FIRST)
    .flatMap((path) => findRemovals(basename(path), readFileSync(path, "utf8")));
  expect(removals, "see docs/deploying.md, Migrations").toEqual([]);
});

test("planted removals are caught, and those that a release lies before are not", () => {
  const rebuild =
    "CREATE TABLE `__new_a` (x);\nDROP TABLE `a`;\nALTER TABLE `__new_a` RENAME TO `a`;";
  expect(findRemovals("0030_a.sql", rebuild)).toEqual([]);
  const wrong = [
    "ALTER TABLE `a` DROP COLUMN `x`;",
    "DROP TABLE `a`;",
    "ALTER TABLE `a` RENAME TO `b`;",
    "ALTER TABLE `a` RENAME COLUMN `x` TO `y`;",
  ];
  for (const sql of wrong) {
    expect(findRemovals("0030_a.sql", sql)).toHaveLength(1);
    expect(findRemovals("0030_a.sql", `-- unused since 0029\n${sql}`)).toEqual([]);
    expect(findRemovals("0030_a.sql", `-- unused since 0030\n${sql}`)).toHaveLength(1);
  }
  expect(findRemovals("0030_a.sql", "DROP TRIGGER t;\nDROP INDEX i;")).toEqual([]);
});

test("one migration, known by its name, may rename, and it drops no data", () => {
  const renaming = readFileSync(`migrations/${RENAMING}`, "utf8");
  expect(findRemovals(RENAMING, renaming)).toEqual([]);
  expect(findRemovals("0024_standard_names.sql", renaming).length).toBeGreaterThan(10);
  expect(findRemovals("0023_other.sql", "ALTER TABLE `a` RENAME TO `b`;")).toHaveLength(1);
  // The exception is for names: the file removes neither tables nor columns.
  expect(renaming).not.toMatch(/DROP TABLE|DROP COLUMN/i);
});
