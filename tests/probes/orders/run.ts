import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createHash } from "node:crypto";
import { expect } from "vitest";
import { mergeValues } from "#domain/registers/merge-values.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { SERIES_LIMITS, type SeriesLimits } from "#durable-objects/site/series/limits.ts";
import type { SampleBatch } from "#durable-objects/site/series/sample-batch.ts";
import type { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import { seededRandom } from "#simulator/random.ts";
import type { StoredValue } from "../../support/read-pairs.ts";
import { batchesOf, householdSamples, type Sample } from "../../workers/series-recording.ts";
import {
  compactWholly,
  contents,
  inSite,
  overlappingBlocks,
} from "../../workers/series-support.ts";

/** Folds and cuts often. */
const BUSY_LIMITS: SeriesLimits = {
  ...SERIES_LIMITS,
  segmentBytes: 16 * 1024,
  segmentCells: 2 ** 15,
  blockCells: 2 ** 15,
  thinBlockCells: 2 ** 14,
  bufferBytes: 4 * 1024,
  chunksBeforeCompaction: 5,
};
const recording = householdSamples();
const AFTERWARDS = (recording.at(-1)?.at ?? 0) + 1;

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Everything at least once, in batches of any length, some again, some overlapping, some split by registers. */
function anyOrder(all: readonly Sample[], random: () => number): SampleBatch[] {
  const upTo = (most: number) => Math.floor(random() * most);
  const batches: SampleBatch[] = [];
  for (let start = 0; start < all.length; ) {
    const count = 1 + upTo(600);
    batches.push(...batchesOf(all.slice(start, start + count)));
    if (random() < 0.3)
      batches.push(...batchesOf(all.slice(Math.max(0, start - upTo(200)), start + upTo(300))));
    start += count;
  }
  const again = batches.filter(() => random() < 0.15);
  return shuffled(
    [...batches, ...again].flatMap((batch) => splitSome(batch, random)),
    random,
  );
}

function splitSome({ times, columns }: SampleBatch, random: () => number): SampleBatch[] {
  if (random() < 0.7) return [{ times, columns }];
  const first = (address: string) => address <= "FFFF001010";
  return [
    { times, columns: new Map([...columns].filter(([address]) => first(address))) },
    { times, columns: new Map([...columns].filter(([address]) => !first(address))) },
  ];
}

function digestOf(values: Map<string, StoredValue[]>): string {
  const hash = createHash("sha256");
  for (const address of [...values.keys()].sort())
    hash.update(JSON.stringify([address, values.get(address)]));
  return hash.digest("hex");
}

/** What must be stored, from the samples alone. */
function expectedDigest(samples: readonly Sample[]): string {
  const all = new Map<string, Map<number, RegisterValue>>();
  for (const { at, values } of samples)
    for (const [address, value] of values) {
      const stored = all.get(address) ?? new Map<number, RegisterValue>();
      all.set(address, stored.set(at, mergeValues(stored.get(at) ?? null, value)));
    }
  return digestOf(
    new Map([...all].map(([address, stored]) => [address, [...stored].sort(([a], [b]) => a - b)])),
  );
}

const latestOf = (store: SeriesStore) => new Map([...store.latest].sort());

/** Sends in order, once; the contents must be what the samples say. */
function sendOnce(name: string, samples: readonly Sample[]) {
  return inSite(name, ({ open, clock }) => {
    clock.at = AFTERWARDS;
    const store = open();
    for (let start = 0; start < samples.length; start += 600)
      for (const batch of batchesOf(samples.slice(start, start + 600))) store.appendSamples(batch);
    const digest = digestOf(contents(store));
    expect(digest).toBe(expectedDigest(samples));
    return { digest, latest: latestOf(store) };
  });
}

async function sendInAnyOrder(seed: number, samples: readonly Sample[]) {
  const random = seededRandom(seed);
  const limits = seed % 2 === 0 ? BUSY_LIMITS : SERIES_LIMITS;
  const batches = anyOrder(samples, random);
  const half = Math.floor(batches.length / 2);
  const name = `order-${seed}`;
  for (const part of [batches.slice(0, half), batches.slice(half)]) {
    await inSite(name, ({ open, clock }) => {
      clock.at = AFTERWARDS;
      let store = open(limits);
      for (const batch of part) {
        store.appendSamples(batch);
        if (random() < 0.2) store.compact();
        if (random() < 0.05) store = open(limits);
      }
    });
    if (seed % 4 === 0) await evictDurableObject(env.SITES.getByName(name));
  }
  return inSite(name, ({ open, clock, storage }) => {
    clock.at = AFTERWARDS;
    const store = open(limits);
    if (seed % 3 === 0) compactWholly(store);
    expect(overlappingBlocks(storage)).toEqual([]);
    return { digest: digestOf(contents(store)), latest: latestOf(store) };
  });
}

type Orders = { seed: number; count: number };

/** The whole recording in any order, resent, overlapping and split, is stored as if sent once. */
export async function checkOrders({ seed: first, count }: Orders): Promise<void> {
  const once = await sendOnce("once", recording);
  for (let seed = first; seed < first + count; seed++)
    expect(await sendInAnyOrder(seed, recording), `seed ${seed}`).toEqual(once);
}

/** The same with all instants each time and a third of the registers in turn, which takes a third of the time. */
export async function checkOrdersOfThirds({ seed: first, count }: Orders): Promise<void> {
  const thirds = [0, 1, 2].map((third) =>
    recording.map(({ at, values }) => ({
      at,
      values: values.filter((_, index) => index % 3 === third),
    })),
  );
  for (const [third, samples] of thirds.entries()) {
    const once = await sendOnce(`once-${third}`, samples);
    for (let seed = first + third; seed < first + count; seed += 3)
      expect(await sendInAnyOrder(seed, samples), `seed ${seed}`).toEqual(once);
  }
}
