import { z } from "zod";
import { archivedInstant } from "./instants.ts";

/** Maximum length of a text in a row, characters: a row of the site's object has at most 2 MB. */
const MAX_TEXT = 1_900_000;

/** A value of JSON, as a row contains it. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };
/** A row of a file. */
export type ArchiveRow = { readonly [column: string]: Json };

/**
 * Kinds of columns: a whole number, an instant in ms UTC, any number, a text, any JSON, the id of a user in the file `users`, base64, or a
 * truth value. One that ends with `?` may be null.
 */
const KINDS = {
  integer: z.int(),
  instant: archivedInstant,
  number: z.number(),
  text: z.string().max(MAX_TEXT),
  json: z.custom<Json>(isJson),
  user: z.int(),
  bytes: z.base64().max(2 * MAX_TEXT),
  flag: z.boolean(),
} as const;
type Kind = keyof typeof KINDS;
export type ColumnKind = Kind | `${Kind}?`;

/** Unlike `z.json`, it makes no copy; the value is one that `JSON.parse` has returned, of a limited depth. */
function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return value !== undefined;
  return (Array.isArray(value) ? value : Object.values(value)).every(isJson);
}

/** Columns of a file by name. */
export type Columns = Readonly<Record<string, ColumnKind>>;

/** Returns the schema of a row, which has these columns and no others. */
export function rowSchema(columns: Columns): z.ZodType<ArchiveRow> {
  const fields = Object.entries(columns).map(([name, kind]) => [name, schemaOf(kind)] as const);
  return z.strictObject(Object.fromEntries(fields)) as unknown as z.ZodType<ArchiveRow>;
}

function schemaOf(kind: ColumnKind): z.ZodType {
  const schema = KINDS[baseOf(kind)];
  return isNullable(kind) ? schema.nullable() : schema;
}

/** Returns the kind of a column without its question mark. */
export function baseOf(kind: ColumnKind): Kind {
  return (isNullable(kind) ? kind.slice(0, -1) : kind) as Kind;
}

export function isNullable(kind: ColumnKind): boolean {
  return kind.endsWith("?");
}
