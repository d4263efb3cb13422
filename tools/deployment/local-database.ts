import { Failure } from "../failure.ts";
import { findFreePort } from "../port.ts";
import { startRuntime } from "../runtime.ts";
import { describeState, isComplete, openState, readSecret } from "../state-directory.ts";
import type { Query } from "./query.ts";

/** Lets `work` query the database of the local platform, which must not be running. */
export async function withLocalDatabase<T>(work: (query: Query) => Promise<T>): Promise<T> {
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
    return await work(async (sql) => (await runtime.database.prepare(sql).all()).results);
  } finally {
    await runtime.stop();
  }
}
