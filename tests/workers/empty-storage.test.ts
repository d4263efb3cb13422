import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { emptyStorage } from "../support/empty-storage.ts";
import { siteStub } from "../support/site-logger.ts";

/** Adds a table to an object, and returns whether it had one. */
function addTable(stub: DurableObjectStub): Promise<boolean> {
  return runInDurableObject(stub, (_object, { storage: { sql } }) => {
    const tables = sql.exec("select 1 from sqlite_master where name = 'left_rows'").toArray();
    sql.exec("create table if not exists left_rows (value)");
    return tables.length > 0;
  });
}

const stops: Record<string, (stub: DurableObjectStub) => Promise<unknown>> = {
  running: async () => {},
  evicted: (stub) => evictDurableObject(stub),
  broken: (stub) =>
    runInDurableObject(stub, (_object, state) => state.abort("broken")).catch(() => {}),
};

const objects: Record<string, () => DurableObjectStub> = {
  "a site": () => siteStub(1),
  "a counter": () => env.SWITCHES.getByName("counter"),
};

for (const [state, stop] of Object.entries(stops))
  for (const [name, stub] of Object.entries(objects))
    test(`the next file finds nothing of ${name} whose object is ${state}`, async () => {
      expect(await addTable(stub())).toBe(false);
      expect(await addTable(stub())).toBe(true);
      await stop(stub());
      await emptyStorage();
      expect(await addTable(stub())).toBe(false);
      await emptyStorage();
    });
