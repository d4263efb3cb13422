import type { AdditiveStep } from "#durable-objects/site/schema.ts";

const TABLE = /^CREATE TABLE IF NOT EXISTS \w+ \(.*\)( WITHOUT ROWID)?$/is;
const INDEX = /^CREATE INDEX IF NOT EXISTS \w+ ON \w+ \(.*\)( WHERE .*)?$/is;
const COLUMN = /^ALTER TABLE \w+ ADD COLUMN \w+ (TEXT|INTEGER|REAL|BLOB)(?<constraints>.*)$/is;
const CONSTRAINTS = /^( NOT NULL DEFAULT [\w.'-]+| DEFAULT [\w.'-]+)?$/i;

/**
 * Why an older release could not ignore a step, one line per statement: only a new table, an index that is not unique,
 * and a column that is nullable or has a default leave each write of an older release valid.
 */
export function refuseStep({ name, sql }: AdditiveStep): string[] {
  const problems = /^[a-z0-9-]+$/.test(name) ? [] : [`${name}: a name is lower case with hyphens`];
  const statements = sql
    .split(";")
    .map((statement) => statement.replace(/\s+/g, " ").trim())
    .filter((statement) => statement !== "");
  return [
    ...problems,
    ...statements.flatMap((statement) => (isIgnorable(statement) ? [] : [`${name}: ${statement}`])),
  ];
}

function isIgnorable(statement: string): boolean {
  if (TABLE.test(statement) || INDEX.test(statement)) return true;
  const constraints = COLUMN.exec(statement)?.groups?.constraints;
  return constraints !== undefined && CONSTRAINTS.test(constraints.trimEnd());
}
