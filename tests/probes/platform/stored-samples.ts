import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { RegisterValue } from "#domain/registers/register.ts";
import { KeyValueStore } from "#durable-objects/site/key-value-store.ts";
import { readIdentity } from "#durable-objects/site/logger-identity.ts";
import { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import { readPairs } from "../../support/read-pairs.ts";
import { RawSamples } from "./raw-samples.ts";
import { digestOf, type SampleRecord } from "./sample-record.ts";

export type Comparison = {
  sites: number;
  sampled: number;
  /** Sampled instants of which nothing is stored. */
  lost: number;
  /** Sampled instants that are stored with another value. */
  different: number;
  /** Values that lie in the store more often than frames brought them, or twice in its merged history. */
  doubled: number;
  /** Values that are stored and were never sent. */
  foreign: number;
};
/** Before anything was compared. */
export const NOTHING_COMPARED: Comparison = {
  sites: 0,
  sampled: 0,
  lost: 0,
  different: 0,
  doubled: 0,
  foreign: 0,
};

/**
 * Holds what loggers sampled and sent against what the objects' databases hold once the platform has ended.
 * @param records file of `recordSamples`
 * @param resources where the platform kept its objects
 */
export function compareWithStored(records: string, resources: string): Comparison {
  const sum = { ...NOTHING_COMPARED };
  const files = findDatabases(resources);
  for (const line of readFileSync(records, "utf8").trimEnd().split("\n")) {
    const record = JSON.parse(line) as SampleRecord;
    const found = compareSite(record, files.get(record.serial));
    for (const name of Object.keys(sum) as (keyof Comparison)[]) sum[name] += found[name];
  }
  return sum;
}

/** Whether something was sampled and all of it is stored, once, and nothing else. */
export function isComplete({ sampled, lost, different, doubled, foreign }: Comparison): boolean {
  return sampled > 0 && lost + different + doubled + foreign === 0;
}

export function describeComparison(found: Comparison): string {
  const { sampled, lost, different, doubled, foreign } = found;
  return `${lost} of ${sampled} samples lost, ${different} different, ${doubled} values doubled, ${foreign} never sent`;
}

function compareSite(record: SampleRecord, file: string | undefined): Comparison {
  const { instants } = record;
  const none = { ...NOTHING_COMPARED, sites: 1, sampled: instants.length };
  if (file === undefined) return { ...none, lost: instants.length };
  using database = new DatabaseSync(file);
  return { ...none, ...compareRead(record, database), ...judgeRaw(record, database) };
}

/** Compares the store's answers with the samples. */
function compareRead({ columns, instants }: SampleRecord, database: DatabaseSync) {
  const stored = new SeriesStore(asStorage(database), { now: () => Date.now() });
  const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;
  const read = readPairs(stored, columns, NEGATIVE_INFINITY, POSITIVE_INFINITY);
  const rows = new Map<number, RegisterValue[]>();
  for (const [index, address] of columns.entries())
    for (const [at, value] of read.get(address) ?? []) {
      const row = rows.get(at) ?? new Array<RegisterValue>(columns.length).fill(null);
      row[index] = value;
      rows.set(at, row);
    }
  let lost = 0;
  let different = 0;
  for (const [at, digest] of instants) {
    const row = rows.get(at);
    if (row === undefined) lost += 1;
    else if (digestOf(row) !== digest) different += 1;
  }
  return { lost, different };
}

/** Where it all lies, against what was sent. */
function judgeRaw({ columns, sent }: SampleRecord, database: DatabaseSync) {
  const isSampled = new Set(columns);
  const ofColumns = new Map(sent.columns);
  const ofOthers = new Map(sent.others);
  const select = <Row>(query: string) => database.prepare(query).all() as Iterable<Row>;
  return new RawSamples(select).judge(
    (address, at) => (isSampled.has(address) ? ofColumns : ofOthers).get(at) ?? 0,
  );
}

/** The databases of sites' objects, by the serial number of the logger. */
function findDatabases(resources: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const name of globSync("**/*.sqlite", { cwd: resources })) {
    const file = join(resources, name);
    using database = new DatabaseSync(file);
    const serial = readSerial(database);
    if (serial !== undefined) files.set(serial, file);
  }
  return files;
}

function readSerial(database: DatabaseSync): string | undefined {
  const isSite = database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'schema_step'`).get();
  return isSite && readIdentity(new KeyValueStore(asStorage(database).sql))?.serial;
}

/** As much of an object's storage as reading takes. */
function asStorage(database: DatabaseSync): DurableObjectStorage {
  const exec = (query: string, ...bindings: SQLInputValue[]) => {
    const rows = database.prepare(query).all(...bindings);
    return {
      toArray: () => rows,
      one: () => rows[0],
      [Symbol.iterator]: () => rows[Symbol.iterator](),
    };
  };
  return { sql: { exec } } as unknown as DurableObjectStorage;
}
