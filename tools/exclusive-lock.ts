import { DatabaseSync } from "node:sqlite";

/**
 * Takes a lock that the operating system releases when this process ends, however it ends: an
 * exclusive transaction on an otherwise empty SQLite file. Returns undefined if another process
 * still holds it after `waitMs`.
 */
export function takeLock(file: string, waitMs = 0): Disposable | undefined {
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (error instanceof Error && /database is locked/.test(error.message)) return undefined;
    throw error;
  }
  return { [Symbol.dispose]: () => database.close() };
}
