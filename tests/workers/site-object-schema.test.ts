import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { applySchema, SCHEMA_STEPS } from "#durable-objects/site/schema.ts";
import { siteStub } from "../support/site-logger.ts";

/** SHA-256 of each step as it was released. A step is added here with its release, and never changed. */
const RELEASED: readonly string[] = [];

let siteId = 8000;

function withEmptyStorage(work: (storage: DurableObjectStorage) => void): Promise<void> {
  siteId += 1;
  return runInDurableObject(siteStub(siteId), async (_, { storage }) => {
    const tables = storage.sql.exec<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    );
    for (const { name } of tables.toArray()) storage.sql.exec(`DROP TABLE "${name}"`);
    work(storage);
  });
}

function describeSchema(storage: DurableObjectStorage): string[] {
  return storage.sql
    .exec<{ sql: string }>(
      `SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    )
    .toArray()
    .map(({ sql }) => sql);
}

test("an object that stands at any step comes to the same schema and keeps what it holds", async () => {
  let whole: string[] = [];
  await withEmptyStorage((storage) => {
    applySchema(storage);
    whole = describeSchema(storage);
  });
  for (let done = 1; done < SCHEMA_STEPS.length; done++) {
    await withEmptyStorage((storage) => {
      applySchema(storage, SCHEMA_STEPS.slice(0, done));
      storage.sql.exec(`INSERT INTO facts (name, value) VALUES ('held', '1')`);
      applySchema(storage);
      applySchema(storage);
      expect(describeSchema(storage)).toEqual(whole);
      expect(storage.sql.exec(`SELECT value FROM facts`).toArray()).toEqual([{ value: "1" }]);
    });
  }
});

test("a step that fails leaves the object where it stood", () =>
  withEmptyStorage((storage) => {
    applySchema(storage, SCHEMA_STEPS.slice(0, 1));
    const before = describeSchema(storage);
    const broken = [...SCHEMA_STEPS.slice(0, 1), `CREATE TABLE more (x); SELECT nonsense`];
    expect(() => applySchema(storage, broken)).toThrow();
    expect(describeSchema(storage)).toEqual(before);
    applySchema(storage);
  }));

test("an object whose schema is newer than the program is left alone", () =>
  withEmptyStorage((storage) => {
    applySchema(storage);
    expect(() => applySchema(storage, SCHEMA_STEPS.slice(0, -1))).toThrow(/newer/);
  }));

test("no released step was changed or removed", async () => {
  const digests = await Promise.all(
    SCHEMA_STEPS.slice(0, RELEASED.length).map(async (step) => {
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(step));
      return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join(
        "",
      );
    }),
  );
  expect(digests).toEqual(RELEASED);
});
