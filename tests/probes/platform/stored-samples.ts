import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { RegisterValue } from "#domain/registers/register.ts";
import { Facts } from "#durable-objects/site/facts.ts";
import { readIdentity } from "#durable-objects/site/logger-identity.ts";
import { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import { digestOf, type SampleRecord } from "./sample-record.ts";

export type Comparison = {
  sites: number;
  sampled: number;
  /** Sampled instants of which nothing is stored. */
  lost: number;
  /** Sampled instants that are stored with another value. */
  different: number;
  /** Values that are stored more than once for their instant. */
  doubled: number;
};

/**
 * Holds what loggers sampled against what the objects' databases hold once the platform has ended.
 * @param records file of `recordSamples`
 * @param resources where the platform kept its objects
 */
export function compareWithStored(records: string, resources: string): Comparison {
  const sum: Comparison = { sites: 0, sampled: 0, lost: 0, different: 0, doubled: 0 };
  const files = findDatabases(resources);
  for (const line of readFileSync(records, "utf8").trimEnd().split("\n")) {
    const record = JSON.parse(line) as SampleRecord;
    const found = compareSite(record, files.get(record.serial));
    sum.sites += 1;
    sum.sampled += record.instants.length;
    sum.lost += found.lost;
    sum.different += found.different;
    sum.doubled += found.doubled;
  }
  return sum;
}

function compareSite({ columns, instants }: SampleRecord, file: string | undefined) {
  if (file === undefined) return { lost: instants.length, different: 0, doubled: 0 };
  using database = new DatabaseSync(file);
  const stored = new SeriesStore(asStorage(database), { now: () => Date.now() });
  const times = instants.map(([at]) => at);
  const read = stored.read(columns, Math.min(...times), Math.max(...times) + 1);
  const rows = new Map<number, RegisterValue[]>();
  let doubled = 0;
  for (const [index, address] of columns.entries()) {
    const points = read.get(address) ?? [];
    doubled += points.length - new Set(points.map(([at]) => at)).size;
    for (const [at, value] of points) {
      const row = rows.get(at) ?? new Array<RegisterValue>(columns.length).fill(null);
      row[index] = value;
      rows.set(at, row);
    }
  }
  let lost = 0;
  let different = 0;
  for (const [at, digest] of instants) {
    const row = rows.get(at);
    if (row === undefined) lost += 1;
    else if (digestOf(row) !== digest) different += 1;
  }
  return { lost, different, doubled };
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
  return isSite && readIdentity(new Facts(asStorage(database).sql))?.serial;
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
