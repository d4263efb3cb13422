import { appendFileSync } from "node:fs";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { Plant } from "#simulator/plant/plant.ts";
import { hashText } from "#simulator/random.ts";

/** What one logger sampled: its columns, and of each instant a digest of all their values. */
export type SampleRecord = {
  serial: string;
  columns: readonly string[];
  instants: [at: number, digest: number][];
};

export function digestOf(values: readonly RegisterValue[]): number {
  return hashText(JSON.stringify(values));
}

/** Has a plant note each sample that is taken of it, until `stop`; from then on none is taken. */
export function recordSamples(serial: string, plant: Plant) {
  const record: SampleRecord = { serial, columns: plant.columns, instants: [] };
  const sample = plant.sample.bind(plant);
  let stopped = false;
  plant.sample = (until, stepMs) => {
    if (stopped) return [];
    const samples = sample(until, stepMs);
    for (const { at, values } of samples) record.instants.push([at, digestOf(values)]);
    return samples;
  };
  return {
    stop() {
      stopped = true;
    },
    writeTo(file: string) {
      appendFileSync(file, `${JSON.stringify(record)}\n`);
    },
  };
}
