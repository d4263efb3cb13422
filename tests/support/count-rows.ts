import { env } from "cloudflare:workers";

/** The database, and how many rows it says that it has read and written for what it was asked by this way. */
export function countRows() {
  const counted = { read: 0, written: 0, statements: 0 };
  const count = async (statement: D1PreparedStatement) => {
    const { results, meta } = await statement.all<Record<string, unknown>>();
    counted.read += meta.rows_read;
    counted.written += meta.rows_written;
    counted.statements += 1;
    return results;
  };
  const wrap = (statement: D1PreparedStatement) => ({
    statement,
    bind: (...values: unknown[]) => wrap(statement.bind(...values)),
    first: async () => (await count(statement))[0] ?? null,
    all: async () => ({ results: await count(statement) }),
    // D1 returns no counts for rows as lists of values.
    raw: async () => (await count(statement)).map((row) => Object.values(row)),
  });
  const batch = async (wrapped: { statement: D1PreparedStatement }[]) => {
    const results = await env.DB.batch(wrapped.map(({ statement }) => statement));
    for (const { meta } of results) {
      counted.read += meta.rows_read;
      counted.written += meta.rows_written;
      counted.statements += 1;
    }
    return results;
  };
  const database = { prepare: (text: string) => wrap(env.DB.prepare(text)), batch };
  return { database: database as unknown as D1Database, counted };
}
