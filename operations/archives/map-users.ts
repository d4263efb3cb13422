import {
  OBJECT_TABLES,
  type ObjectTable,
  type ObjectTableName,
} from "#protocol/archive/object-tables.ts";
import { type ArchiveRow, baseOf, type Json } from "#protocol/archive/row-format.ts";

/** Returns the id of a user of the archive in this portal; a user who is not here gets a negative one. */
export type MapUser = (user: number) => number;

/**
 * Returns the users of an archive by their ids in this portal.
 * @param known ids in this portal by those in the archive
 */
export function mapUsers(known: ReadonlyMap<number, number>): MapUser {
  return (user) => known.get(user) ?? -Math.abs(user);
}

/** Returns a row of the site's object with the users of this portal. */
export function withUsers(table: ObjectTableName, row: ArchiveRow, map: MapUser): ArchiveRow {
  const { columns }: ObjectTable = OBJECT_TABLES[table];
  const mapped: Record<string, Json> = { ...row };
  for (const [name, kind] of Object.entries(columns)) {
    const value = row[name] ?? null;
    if (baseOf(kind) === "user" && typeof value === "number") mapped[name] = map(value);
  }
  if (table === "rules") mapped.body = withField(row.body, "author", map);
  if (table === "alarms") mapped.marks = withAcknowledged(row.marks, map);
  return mapped;
}

function withAcknowledged(marks: Json | undefined, map: MapUser): Json {
  if (!isRecord(marks) || !isRecord(marks.acknowledged)) return marks ?? null;
  return { ...marks, acknowledged: withField(marks.acknowledged, "id", map) };
}

function withField(value: Json | undefined, name: string, map: MapUser): Json {
  if (!isRecord(value)) return value ?? null;
  const user = value[name];
  return typeof user === "number" ? { ...value, [name]: map(user) } : value;
}

function isRecord(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
