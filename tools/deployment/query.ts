/** Runs one SQL statement and returns its rows. */
export type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** Runs SQL statements, each of at most 100,000 bytes as D1 takes them: all of them, or none. */
export type Apply = (statements: readonly string[]) => Promise<void>;

export type DatabaseWork<T> = (query: Query, apply: Apply) => Promise<T>;

/** A text as SQL has it. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
