/** Runs one SQL statement and returns its rows. */
export type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** Runs SQL statements in one transaction. Each may have at most 100,000 bytes, the limit of D1. */
export type Apply = (statements: readonly string[]) => Promise<void>;

export type DatabaseWork<T> = (query: Query, apply: Apply) => Promise<T>;

/** Quotes a text as an SQL literal. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
