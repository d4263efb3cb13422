import { Failure } from "../failure.ts";
import { findFreePort } from "../port.ts";
import { startRuntime } from "../runtime.ts";
import { describeState, isComplete, openState, readSecret } from "../state-directory.ts";
import type { Apply, DatabaseWork, Query } from "./query.ts";

/** Lets `work` query the database of the local platform, which must not be running. */
export async function withLocalDatabase<T>(work: DatabaseWork<T>): Promise<T> {
  return withLocalPlatform(({ query, apply }) => work(query, apply));
}

/** Lets `work` use the database and the file store of the local platform, which must not be running. */
export async function withLocalPlatform<T>(
  work: (platform: { query: Query; apply: Apply; files: R2Bucket }) => Promise<T>,
): Promise<T> {
  const state = describeState();
  if (!isComplete(state)) throw new Failure("There is no local state yet: run `npm start` once.");
  using _lock = openState(state);
  const runtime = await startRuntime({
    state,
    port: await findFreePort(),
    secret: readSecret(state),
    onRestart: () => undefined,
  });
  try {
    const [query, apply] = queriesOf(runtime.database);
    return await work({ query, apply, files: await runtime.openFiles() });
  } finally {
    await runtime.stop();
  }
}

/** Returns the two functions of a `DatabaseWork` for a database binding. */
export function queriesOf(database: D1Database): [Query, Apply] {
  const query: Query = async (sql) => (await database.prepare(sql).all()).results;
  const apply: Apply = async (statements) => {
    await database.batch(statements.map((sql) => database.prepare(sql)));
  };
  return [query, apply];
}
