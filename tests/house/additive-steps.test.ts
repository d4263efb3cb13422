import { expect, test } from "vitest";
import { refuseStep } from "../support/additive-step-rules.ts";

const ALLOWED = [
  `CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS notes (id TEXT PRIMARY KEY) WITHOUT ROWID;
   CREATE INDEX IF NOT EXISTS notes_text ON notes (id)`,
  `CREATE INDEX IF NOT EXISTS commands_new ON commands (due) WHERE state <> 'ended'`,
  `ALTER TABLE series_block ADD COLUMN sums BLOB`,
  `ALTER TABLE series_block ADD COLUMN version INTEGER NOT NULL DEFAULT 0`,
  `ALTER TABLE facts ADD COLUMN source TEXT DEFAULT 'logger'`,
];
const REFUSED = [
  `CREATE TABLE notes (id INTEGER PRIMARY KEY)`,
  `CREATE UNIQUE INDEX IF NOT EXISTS notes_text ON notes (text)`,
  `CREATE TRIGGER IF NOT EXISTS t AFTER INSERT ON facts BEGIN DELETE FROM facts; END`,
  `ALTER TABLE facts ADD COLUMN source TEXT NOT NULL`,
  `ALTER TABLE facts ADD COLUMN source TEXT UNIQUE`,
  `ALTER TABLE facts ADD COLUMN size INTEGER CHECK (size > 0)`,
  `ALTER TABLE facts RENAME COLUMN value TO text`,
  `DROP TABLE viewer_queries`,
  `DELETE FROM facts`,
  `UPDATE facts SET value = '1'`,
];

test("new tables, plain indexes and columns that may be left out are additive", () => {
  for (const sql of ALLOWED) expect(refuseStep({ name: "step", sql })).toEqual([]);
});

test("statements that an older release cannot ignore are not additive", () => {
  for (const sql of REFUSED) expect(refuseStep({ name: "step", sql }), sql).not.toEqual([]);
  expect(refuseStep({ name: "A step", sql: ALLOWED[0] ?? "" })).not.toEqual([]);
});
