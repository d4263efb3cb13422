/**
 * Wraps a database of the local runtime so that it can be called after a pause. The runtime closes a connection 5 s
 * after its last answer. If this process was busy for that long, it has not read the close yet and would send the next
 * call on the closed connection ("fetch failed"). Therefore each call first waits until the process has read it.
 */
export function noticeClosedConnections(database: D1Database): D1Database {
  const originals = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      first: async (...column: [string]) => {
        await noticeClosed();
        return statement.first(...column);
      },
      run: async () => {
        await noticeClosed();
        return statement.run();
      },
      all: async () => {
        await noticeClosed();
        return statement.all();
      },
      raw: async (...options: [{ columnNames: true }]) => {
        await noticeClosed();
        return statement.raw(...options);
      },
    } as unknown as D1PreparedStatement;
    originals.set(wrapped, statement);
    return wrapped;
  };
  return {
    prepare: (query: string) => wrap(database.prepare(query)),
    async batch(statements: D1PreparedStatement[]) {
      await noticeClosed();
      return database.batch(statements.map((one) => originals.get(one) ?? one));
    },
    async exec(query: string) {
      await noticeClosed();
      return database.exec(query);
    },
  } as unknown as D1Database;
}

/** Waits for a complete turn of the event loop, in which the process reads from its sockets. */
export async function noticeClosed(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}
