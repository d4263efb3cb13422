import type { RegisterValue } from "#domain/registers/register.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { MAX_INSTANTS } from "#protocol/logger/limits.ts";
import type { Sample } from "../plant/plant.ts";

/** Approximate maximum of characters per frame, well below the protocol's limit. */
const MAX_CHARACTERS = 700_000;
const CHARACTERS_PER_VALUE = 14;

/** Samples of the same registers, kept until the portal confirms them. */
export type Batch = {
  id: string;
  columns: readonly string[];
  /** Strictly ascending instants. */
  samples: Sample[];
  /** Sampled before this connection. */
  isBacklog: boolean;
  /** Called once with the result, for batches that are not kept for the next connection. */
  settled?: (isStored: boolean) => void;
};

/** Whether a sample still fits into the batch. */
export function hasRoomFor(batch: Batch, sample: Sample): boolean {
  const last = batch.samples.at(-1);
  const most = Math.min(
    MAX_INSTANTS,
    Math.max(1, Math.floor(MAX_CHARACTERS / (batch.columns.length * CHARACTERS_PER_VALUE))),
  );
  return batch.samples.length < most && (last === undefined || sample.at > last.at);
}

/** Returns the batch as a 260 frame, with evenly spaced instants in short form. */
export function toRealDataUpdate(batch: Batch, backlog: boolean | "end"): string {
  const times = batch.samples.map(({ at }) => at);
  const [start = 0, second = start + 1] = times;
  const step = second - start;
  const isEven = times.every((at, index) => at === start + index * step);
  const values: Record<string, RegisterValue[]> = {};
  batch.columns.forEach((address, place) => {
    const column = batch.samples.map((sample) => sample.values[place] ?? null);
    if (column.some((value) => value !== null)) values[address] = column;
  });
  return JSON.stringify({
    cmd: COMMAND.realDataUpdate,
    id: batch.id,
    ...(backlog === false ? {} : { backlog }),
    ...(isEven ? { start, step, count: times.length } : { times }),
    values,
  });
}
