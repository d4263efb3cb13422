import { appendFileSync } from "node:fs";
import type { RegisterValue } from "#domain/registers/register.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { instantsOf, type RealDataUpdateMessage } from "#protocol/logger/messages.ts";
import type { Dial } from "#simulator/logger/link.ts";
import type { Plant } from "#simulator/plant/plant.ts";
import { hashText } from "#simulator/random.ts";

/** What one logger sampled and sent. */
export type SampleRecord = {
  serial: string;
  /** What is sampled; all other registers are sent when they change. */
  columns: readonly string[];
  /** Of each instant that was sampled a digest of all its values. */
  instants: [at: number, digest: number][];
  /** How many frames brought the columns of an instant, and how many brought other registers. */
  sent: { columns: [at: number, frames: number][]; others: [at: number, frames: number][] };
};

export function digestOf(values: readonly RegisterValue[]): number {
  return hashText(JSON.stringify(values));
}

/** Has a plant note each sample that is taken of it, until `stop`; from then on none is taken. */
export function recordSamples(serial: string, plant: Plant) {
  const { columns } = plant;
  const isSampled = new Set(columns);
  const instants: SampleRecord["instants"] = [];
  const sent = { columns: new Map<number, number>(), others: new Map<number, number>() };
  const sample = plant.sample.bind(plant);
  let stopped = false;
  plant.sample = (until, stepMs) => {
    if (stopped) return [];
    const samples = sample(until, stepMs);
    for (const { at, values } of samples) instants.push([at, digestOf(values)]);
    return samples;
  };
  const noteSent = (text: string) => {
    const message = JSON.parse(text) as RealDataUpdateMessage;
    if (message.cmd !== COMMAND.realDataUpdate) return;
    const addresses = Object.keys(message.values);
    const sampled = addresses.filter((address) => isSampled.has(address)).length;
    for (const at of instantsOf(message)) {
      if (sampled > 0) add(sent.columns, at);
      if (sampled < addresses.length) add(sent.others, at);
    }
  };
  return {
    /** Notes what goes over these connections. */
    watch(dial: Dial): Dial {
      return (to, events) => {
        const link = dial(to, events);
        return {
          ...link,
          send(text) {
            noteSent(text);
            link.send(text);
          },
        };
      };
    },
    stop() {
      stopped = true;
    },
    writeTo(file: string) {
      const record: SampleRecord = {
        serial,
        columns,
        instants,
        sent: { columns: [...sent.columns], others: [...sent.others] },
      };
      appendFileSync(file, `${JSON.stringify(record)}\n`);
    },
  };
}

function add(frames: Map<number, number>, at: number): void {
  frames.set(at, (frames.get(at) ?? 0) + 1);
}
