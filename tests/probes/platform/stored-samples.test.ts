import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ADDITIVE_STEPS, SCHEMA_STEPS } from "#durable-objects/site/schema.ts";
import { encodeSegment } from "#durable-objects/site/series/segment.ts";
import { WriteBuffer } from "#durable-objects/site/series/write-buffer.ts";
import type { Dial } from "#simulator/logger/link.ts";
import { SteadyPlant } from "../../support/steady-plant.ts";
import { recordSamples } from "./sample-record.ts";
import { type Comparison, compareWithStored, isComplete } from "./stored-samples.ts";

const SERIAL = "TEST-0001";
const STEP_MS = 10_000;
const START = 1_790_000_000_000;
const nowhere: Dial = () => ({
  send: () => {},
  close: () => {},
  cut: () => {},
  pause: () => {},
  resume: () => {},
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "helioport-stored-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A site whose logger sampled and sent three instants, which the object has in its history. */
function setUp() {
  const plant = new SteadyPlant(START);
  const record = recordSamples(SERIAL, plant);
  const samples = plant.sample(START + 3 * STEP_MS, STEP_MS);
  const times = samples.map(({ at }) => at);
  const column = samples.map(({ values }) => values[0] ?? null);
  const link = record.watch(nowhere)(
    { serial: SERIAL, secret: "s" },
    { opened: () => {}, received: () => {}, ended: () => {} },
  );
  const send = () =>
    link.send(JSON.stringify({ cmd: 260, id: "1", times, values: { FFFF000120: column } }));
  send();

  const database = new DatabaseSync(join(folder, "site.sqlite"));
  database.exec(`PRAGMA synchronous = OFF`);
  for (const step of SCHEMA_STEPS) database.exec(step);
  for (const { sql } of ADDITIVE_STEPS) database.exec(sql);
  const identity = { serial: SERIAL, systemType: "10001", systemCode: null, versions: {} };
  database.exec(`CREATE TABLE schema_step (id INTEGER PRIMARY KEY, step INTEGER NOT NULL)`);
  database.prepare(`INSERT INTO facts VALUES ('logger', ?)`).run(JSON.stringify(identity));
  database.exec(`INSERT INTO series_registers (addresses) VALUES ('FFFF000120')`);
  const store = (table: "series_block" | "series_chunk", at = times, values = column) =>
    database
      .prepare(`INSERT INTO ${table} (from_at, to_at, cells, data) VALUES (?, ?, ?, ?)`)
      .run(
        at[0] ?? 0,
        at.at(-1) ?? 0,
        at.length,
        encodeSegment({ times: at, columns: new Map([[0, values]]) }),
      );
  const storeTail = () => {
    const tail = new WriteBuffer();
    const data = encodeSegment({ times, columns: new Map([[0, column]]) });
    const span = { from: times[0] ?? 0, to: times.at(-1) ?? 0 };
    tail.add({ receivedAt: START, data, cells: times.length, ...span });
    database.prepare(`INSERT INTO series_tail (id, data) VALUES (1, ?)`).run(tail.row);
  };
  store("series_block");
  const compare = (): Comparison => {
    database.close();
    const file = join(folder, "sampled.jsonl");
    record.writeTo(file);
    return compareWithStored(file, folder);
  };
  return { database, send, store, storeTail, compare };
}

test("samples stored as recorded are complete", () => {
  const found = setUp().compare();
  expect(found).toEqual({ sites: 1, sampled: 3, lost: 0, different: 0, doubled: 0, foreign: 0 });
  expect(isComplete(found)).toBe(true);
});

test("a value that lies twice in the history is doubled, however often it was sent", () => {
  const { send, store, compare } = setUp();
  send();
  store("series_block");
  const found = compare();
  expect(found).toMatchObject({ lost: 0, different: 0, doubled: 3 });
  expect(isComplete(found)).toBe(false);
});

test("a value that was sent once and lies in two places is doubled", () => {
  const inChunk = setUp();
  inChunk.store("series_chunk");
  expect(inChunk.compare()).toMatchObject({ lost: 0, doubled: 3 });
});

test("repeated samples may also be in the tail until it is merged, once for each frame", () => {
  const { send, store, storeTail, compare } = setUp();
  send();
  storeTail();
  store("series_chunk", [START + STEP_MS], [1]);
  expect(compare()).toMatchObject({ doubled: 1 });
});

test("a value that was never sent is foreign, and a missing one is lost", () => {
  const { database, store, compare } = setUp();
  database.exec(`DELETE FROM series_block`);
  store("series_block", [START + STEP_MS, START + STEP_MS + 1], [1, 7]);
  expect(compare()).toMatchObject({ lost: 2, doubled: 0, foreign: 1 });
});
