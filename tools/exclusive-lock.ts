import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";

const pollMs = 100;

/**
 * Takes an exclusive lock, which the operating system releases when this process ends for any reason: an exclusive
 * transaction on an otherwise empty SQLite file. Returns undefined if another process holds it.
 */
export function takeLock(file: string): Disposable | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (error instanceof Error && /database is locked/.test(error.message)) return undefined;
    throw error;
  }
  return { [Symbol.dispose]: () => database.close() };
}

/** Waits up to `waitMs` for the lock. Returns undefined if it is still held then. */
export async function waitForLock(file: string, waitMs: number): Promise<Disposable | undefined> {
  const until = performance.now() + waitMs;
  for (;;) {
    const lock = takeLock(file);
    if (lock || performance.now() > until) return lock;
    await setTimeout(pollMs);
  }
}
