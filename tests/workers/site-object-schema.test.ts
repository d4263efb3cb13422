import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { ADDITIVE_STEPS, applySchema, SCHEMA_STEPS } from "#durable-objects/site/schema.ts";
import { refuseStep } from "../support/additive-step-rules.ts";
import { siteStub } from "../support/site-logger.ts";

/** SHA-256 of each step. A new step is added here, and what is here never changes. */
const RECORDED: readonly string[] = [
  "8b604f6a19db6e2c335287f93a4576f7ca4f76eab8209499c2535dba47bdb8c0",
  "4745b38075997f21cea738d0df1adb69fe6343a22cd3ad64f54898ebafce67c3",
  "0423fdd603c2cb6f07bdeb864a0b6e688f30db72cdcc5de971673a9a3cde9b61",
  "8fcf2fe8fa8f1e7f610e003fd72049d6309ad8e5a52a5d63206c84d398be5eff",
  "0ffb59f40c17c7c867338dde58c6ca8be46e73eb86c53539fb8b54fad61ce3f0",
  "71718de90dc3c11f2b0e181ceaa75035ef7ff2878c0bd5b786b7689f69e3dc9f",
  "afb4df214e7c3ba5809156dc79c2d24aeb36edddeec1e5b3c44ad474471937cd",
  "854477ece84f5e7c68a4523d6ce98f525bcab0662dbb58a655f488331204a449",
  "d3f75aec60fd7b3c1c4144319b75ae134cb3bbd32c393ec2b33f94ee0239ce68",
  "399eefe777956f64683498629b0b3f16ddb249322768ec8b25ad2e52b09443dc",
  "ccac602fbabb4c4ae40b7173e1055c03e0da202481208faa02588cf43a904b16",
  "3e676d34300ad821e779174ebb1ed5130867a5b59209ecc3b86a0601341580e2",
];

/** Name and SHA-256 of each additive step, in order. A new step is added here, and what is here never changes. */
const RECORDED_ADDITIONS: readonly (readonly [string, string])[] = [
  ["time-weighted-rollups", "2996fc6ca556bb769c9468882c7e373ea7faf2e3c9a1f5476f55356ad6b5dffe"],
  ["admitted-addresses", "567ec14c50297be1d4f9cb6f5196ece1bd642d2a6af3c56fc475326c00a8cc53"],
  ["journal", "c569339aac2628860a95786191cd89721c43427ac8cf714a4b4604ed2d5804f3"],
  ["alarms", "b11352cbd21afd6bda89caa424be9ea98f5344242f13720662cd505b994ee409"],
  ["alarm-log-shown-start", "6a54524d27d02903978d4bc00e555b82d84b552629f60609b7e9613283983d9b"],
  ["settings", "1d89e03a2ac9de90f1e9d5236e88e9306e0ebb615ae960da36bb75f9714e45df"],
  ["firmware", "fbf15fe41a0a1a379b37eba6c654605063aca78d5487eaffbb294859a0cd5085"],
  ["alarm-snoozes", "7806761b0b966c8ebfec4d9547a16e2d2d24a598e9cdce2013068a5bbc540ef9"],
  ["imports", "243652bfeffc4f3799038d6b87709aa57df1580f6ebfb7c9ba5520fe059db4a2"],
];

/** How many of `SCHEMA_STEPS` release b9e565f knows. */
const STEPS_OF_FIRST_RELEASE = 12;

/** A frozen copy of how release b9e565f opens an object. It never changes. */
function applySchemaOfFirstRelease(storage: DurableObjectStorage): void {
  const steps = SCHEMA_STEPS.slice(0, STEPS_OF_FIRST_RELEASE);
  storage.transactionSync(() => {
    storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS schema_step (id INTEGER PRIMARY KEY CHECK (id = 1), step INTEGER NOT NULL)`,
    );
    const [row] = storage.sql.exec<{ step: number }>(`SELECT step FROM schema_step`).toArray();
    const done = row?.step ?? 0;
    if (done > steps.length)
      throw new Error(`schema step ${done} is newer than this version knows (${steps.length})`);
    if (done === steps.length) return;
    for (const step of steps.slice(done)) storage.sql.exec(step);
    storage.sql.exec(`INSERT OR REPLACE INTO schema_step (id, step) VALUES (1, ?)`, steps.length);
  });
}

const SOME_ADDITIONS = [
  { name: "notes", sql: `CREATE TABLE IF NOT EXISTS notes (text TEXT NOT NULL)` },
  { name: "facts-source", sql: `ALTER TABLE facts ADD COLUMN source TEXT` },
];

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
      applySchema(storage, SCHEMA_STEPS.slice(0, done), []);
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
    applySchema(storage, SCHEMA_STEPS.slice(0, 1), []);
    const before = describeSchema(storage);
    const broken = [...SCHEMA_STEPS.slice(0, 1), `CREATE TABLE more (x); SELECT nonsense`];
    expect(() => applySchema(storage, broken, [])).toThrow();
    expect(describeSchema(storage)).toEqual(before);
    applySchema(storage);
  }));

test("an object whose schema is newer than the program is left alone", () =>
  withEmptyStorage((storage) => {
    applySchema(storage);
    expect(() => applySchema(storage, SCHEMA_STEPS.slice(0, -1))).toThrow(/newer/);
  }));

test("the previous release opens an object of this release, and this one opens it again", () =>
  withEmptyStorage((storage) => {
    applySchema(storage);
    storage.sql.exec(`INSERT INTO facts (name, value) VALUES ('held', '1')`);
    applySchemaOfFirstRelease(storage);
    storage.sql.exec(`INSERT OR REPLACE INTO facts (name, value) VALUES ('held', '2')`);
    applySchema(storage);
    expect(storage.sql.exec(`SELECT value FROM facts`).toArray()).toEqual([{ value: "2" }]);
  }));

test("an object of the previous release gets each added step once", () =>
  withEmptyStorage((storage) => {
    applySchemaOfFirstRelease(storage);
    applySchema(storage, SCHEMA_STEPS, SOME_ADDITIONS);
    storage.sql.exec(`INSERT INTO facts (name, value, source) VALUES ('held', '1', 'here')`);
    applySchema(storage, SCHEMA_STEPS, SOME_ADDITIONS);
    expect(storage.sql.exec(`SELECT source FROM facts`).toArray()).toEqual([{ source: "here" }]);
  }));

test("a release opens an object with additions that it does not know, and they are not repeated", () =>
  withEmptyStorage((storage) => {
    const [first, second] = SOME_ADDITIONS;
    if (first === undefined || second === undefined) throw new Error("two additions are needed");
    const another = { name: "others", sql: `CREATE TABLE IF NOT EXISTS others (text TEXT)` };
    applySchema(storage, SCHEMA_STEPS, [first, second]);
    applySchema(storage, SCHEMA_STEPS, [first]);
    applySchema(storage, SCHEMA_STEPS, [first, another]);
    // A column that is added twice throws.
    applySchema(storage, SCHEMA_STEPS, [first, second, another]);
    expect(describeSchema(storage)).toContain(`CREATE TABLE others (text TEXT)`);
  }));

test("an addition that fails leaves the object as it was", () =>
  withEmptyStorage((storage) => {
    applySchema(storage, SCHEMA_STEPS, []);
    const before = describeSchema(storage);
    const broken = [...SOME_ADDITIONS, { name: "broken", sql: `SELECT nonsense` }];
    expect(() => applySchema(storage, SCHEMA_STEPS, broken)).toThrow();
    expect(describeSchema(storage)).toEqual(before);
    applySchema(storage, SCHEMA_STEPS, SOME_ADDITIONS);
  }));

test("an older release can ignore every additive step", () => {
  expect(ADDITIVE_STEPS.flatMap(refuseStep)).toEqual([]);
  expect(new Set(ADDITIVE_STEPS.map(({ name }) => name)).size).toBe(ADDITIVE_STEPS.length);
});

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

test("no step was changed or removed, and each new one is on record", async () => {
  expect(await Promise.all(SCHEMA_STEPS.map(digestOf))).toEqual(RECORDED);
  const additions = ADDITIVE_STEPS.map(
    async ({ name, sql }) => [name, await digestOf(sql)] as const,
  );
  expect(await Promise.all(additions)).toEqual(RECORDED_ADDITIONS);
});
