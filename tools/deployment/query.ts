/** Runs one SQL statement and returns its rows. */
export type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** A text as SQL has it. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
