/**
 * A D1 database that sends what is asked at the same time in one message: for probes that ask millions of times. Each batch
 * still runs as a whole, in the order in which it was asked; where one of them fails, each is sent by itself.
 */
export function mergeQueries(database: D1Database): D1Database {
  const waiting: Waiting[] = [];
  const ask = (statements: D1PreparedStatement[]) =>
    new Promise<D1Result[]>((resolve, reject) => {
      waiting.push({ statements, resolve, reject });
      if (waiting.length === 1) setTimeout(() => void send(database, waiting.splice(0)), 0);
    });
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
    Object.assign(Object.create(statement) as D1PreparedStatement, {
      own: statement,
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all: async () => (await ask([statement]))[0],
      run: async () => (await ask([statement]))[0],
      raw: async () => {
        const [result] = await ask([statement]);
        return (result?.results ?? []).map((row) => Object.values(row as object));
      },
      first: async (column?: string) => {
        const [result] = await ask([statement]);
        const row = (result?.results[0] ?? null) as Record<string, unknown> | null;
        return column === undefined ? row : (row?.[column] ?? null);
      },
    });
  return {
    prepare: (text: string) => wrap(database.prepare(text)),
    batch: (statements: (D1PreparedStatement & { own: D1PreparedStatement })[]) =>
      ask(statements.map(({ own }) => own)),
  } as unknown as D1Database;
}

type Waiting = {
  statements: D1PreparedStatement[];
  resolve: (results: D1Result[]) => void;
  reject: (reason: unknown) => void;
};

async function send(database: D1Database, together: readonly Waiting[]): Promise<void> {
  try {
    const results = await database.batch(together.flatMap(({ statements }) => statements));
    let from = 0;
    for (const { statements, resolve } of together) {
      resolve(results.slice(from, from + statements.length));
      from += statements.length;
    }
  } catch {
    for (const { statements, resolve, reject } of together)
      await database.batch(statements).then(resolve, reject);
  }
}
