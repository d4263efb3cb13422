import { runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";
import { siteStub } from "./site-logger.ts";

/** A statement with its cursor, which can be read only inside of a site's object. */
export type Executed = { text: string; cursor: SqlStorageCursor<Record<string, SqlStorageValue>> };

/**
 * What the object of a site executes meanwhile, also after an eviction. The objects of all sites have their statements in
 * common, and those of earlier files may still be woken, for example by a viewer that connects again: a new one alone
 * writes forty rows of its schema.
 */
export async function recordStatements(
  siteId: number,
  work: () => Promise<unknown>,
): Promise<Executed[]> {
  const executed: Executed[] = [];
  let spy: { mockRestore(): void } | undefined;
  await runInDurableObject(siteStub(siteId), (_, { storage }) => {
    const sql = Object.getPrototypeOf(storage.sql) as SqlStorage;
    const { exec } = sql;
    const known = new WeakMap<SqlStorage, boolean>();
    const isOwn = (storage: SqlStorage): boolean => {
      const found = known.get(storage) ?? readSiteId(exec, storage);
      if (typeof found === "boolean") return found;
      if (found !== null) known.set(storage, found === siteId);
      return found === siteId;
    };
    spy = vi.spyOn(sql, "exec").mockImplementation(function (this: SqlStorage, text, ...given) {
      const cursor = exec.call(this, text, ...given);
      if (isOwn(this)) executed.push({ text, cursor });
      return cursor;
    });
  });
  await work();
  spy?.mockRestore();
  return executed;
}

/** Returns the site of an object; null for a new one. */
function readSiteId(exec: SqlStorage["exec"], storage: SqlStorage): number | null {
  try {
    const query = `SELECT value FROM facts WHERE name = 'siteId'`;
    const [row] = exec.call(storage, query).toArray();
    return row === undefined ? null : Number(row.value);
  } catch {
    // Its tables are not created yet.
    return null;
  }
}

/** Rows that the object of a site writes meanwhile. */
export async function countWritten(siteId: number, work: () => Promise<unknown>): Promise<number> {
  const executed = await recordStatements(siteId, work);
  return runInDurableObject(siteStub(siteId), () =>
    executed.reduce((sum, { cursor }) => sum + cursor.rowsWritten, 0),
  );
}

/** Statements of the object of a site that write rows meanwhile. */
export async function listWritten(siteId: number, work: () => Promise<unknown>): Promise<string[]> {
  const executed = await recordStatements(siteId, work);
  return runInDurableObject(siteStub(siteId), () =>
    executed.flatMap(({ text, cursor }) => (cursor.rowsWritten > 0 ? [text] : [])),
  );
}
