import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { z } from "zod";

/** A value of a device: lists and tables are left out, and an empty list means no value. */
export type RecordedValue = number | string | null;
type RecordedChange = { second: number; path: string; value: RecordedValue };

/** A device with its initial values and the changes of each. */
export type RecordedService = {
  /** File name without extension. */
  name: string;
  initial: ReadonlyMap<string, RecordedValue>;
  /** Ordered by seconds since the start of the recording. */
  changes: readonly RecordedChange[];
};

const line = z.union([
  z.object({ service: z.string(), source: z.string() }),
  z.object({ k: z.literal("init"), p: z.string(), v: z.unknown() }),
  z.object({ k: z.literal("ev"), s: z.number(), p: z.string(), v: z.unknown() }),
]);

let loaded: ReadonlyMap<string, RecordedService> | undefined;

/** Loads the recorded Victron devices by file name (recordings/victron-demo.md), once. */
export function loadVictronDemo(): ReadonlyMap<string, RecordedService> {
  loaded ??= parseChanges(
    gunzipSync(
      readFileSync(new URL("../recordings/victron-demo.ndjson.gz", import.meta.url)),
    ).toString(),
  );
  return loaded;
}

export function parseChanges(ndjson: string): ReadonlyMap<string, RecordedService> {
  const services = new Map<string, RecordedService>();
  let initial = new Map<string, RecordedValue>();
  let changes: RecordedChange[] = [];
  for (const text of ndjson.trim().split("\n")) {
    const said = line.parse(JSON.parse(text));
    if ("service" in said) {
      initial = new Map();
      changes = [];
      const name = said.source.replace(/\.\w+$/, "");
      services.set(name, { name, initial, changes });
    } else if (said.k === "init") initial.set(said.p, toValue(said.v));
    else changes.push({ second: said.s, path: said.p, value: toValue(said.v) });
  }
  return services;
}

function toValue(given: unknown): RecordedValue {
  return typeof given === "number" || typeof given === "string" ? given : null;
}
