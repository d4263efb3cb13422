import { expect, test } from "vitest";
import { readerOf, rollUp, usualOf } from "../../tests/support/roll-up.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../units/durations.ts";
import { energyOfCounter } from "./energy.ts";
import type { Sample } from "./rollup.ts";

const DAYS = 2;

/** Numbers in [0, 1) that are always the same for a seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A counter of some days that rolls over, is reset and falls silent, and what it truly gained in each bucket. */
function randomCounter(seed: number, rollover: number) {
  const random = seededRandom(seed);
  const stepMs = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS][Math.floor(3 * random())] ?? MINUTE_MS;
  // From a thousandth of the rollover to a fifth of it, so that small ones roll over several times an hour.
  const usual = Math.max(1, Math.floor(rollover * 10 ** (-3 + 2.3 * random())));
  const samples: Sample[] = [];
  const gains: { at: number; gained: number }[] = [];
  let value = Math.floor(random() * rollover);
  let silent = 0;
  for (let at = 0; at <= DAYS * DAY_MS; at += stepMs) {
    const isSilent = silent > 0 && at % HOUR_MS !== 0;
    silent = Math.max(0, silent - 1);
    if (isSilent) continue;
    const first = samples.length === 0;
    const gained = first ? 0 : Math.floor(usual * (0.5 + random()));
    // By the rule a decrease of up to ten usual steps, or half the rollover, is none.
    const isFar = rollover - value > Math.max(20 * usual, rollover * 0.6);
    const isReset = !first && isFar && value > 4 * usual && random() < 0.004;
    value = isReset ? gained : value + gained;
    if (value >= rollover) value -= rollover;
    samples.push({ at, value });
    gains.push({ at, gained });
    // Silences end at a full hour at the latest, so that each step lies within one bucket.
    if (random() < 0.01) silent = Math.floor(random() * 10);
  }
  return { samples, gains };
}

test.each(Array.from({ length: 20 }, (_, seed) => seed + 1))(
  "fifty of a thousand random counters with declared rollovers are exact (seed %d)",
  (seed) => {
    const random = seededRandom(seed);
    let buckets = 0;
    for (let number = 0; number < 50; number++) {
      // From 10^3 to 2^48, powers of two and ten, one less than these, and any other.
      const any = Math.floor(10 ** (3 + random() * (Math.log10(2 ** 48) - 3)));
      const kinds = [
        any,
        10 ** Math.ceil(Math.log10(any)),
        2 ** Math.floor(Math.log2(any)),
        10 ** Math.ceil(Math.log10(any)) - 1,
      ];
      const rollover = Math.max(1_000, Math.min(2 ** 48, kinds[number % kinds.length] ?? any));
      const { samples, gains } = randomCounter(seed * 1_000 + number, rollover);
      for (const bucketMs of [HOUR_MS, DAY_MS]) {
        const edges = Array.from(
          { length: (DAYS * DAY_MS) / bucketMs + 2 },
          (_, place) => place * bucketMs,
        );
        const within = (from: number, until: number) =>
          samples.filter(({ at }) => at >= from && at < until);
        const rollups = edges.slice(1).map((until, place) => {
          const some = within(edges[place] ?? 0, until);
          return rollUp(
            some.map(({ at }) => at),
            some.map(({ value }) => value),
            usualOf(samples),
          );
        });
        const energies = energyOfCounter({ edges, rollups }, { rollover }, readerOf(samples));
        // A step ends in the bucket that it lies in, an edge included.
        for (const [place, energy] of energies.entries()) {
          const [from, until] = [edges[place] ?? 0, edges[place + 1] ?? 0];
          const wanted = gains
            .filter(({ at }) => at > from && at <= until)
            .reduce((sum, { gained }) => sum + gained, 0);
          const differ = Math.abs((energy?.value ?? 0) - wanted);
          expect(
            differ,
            `rollover ${rollover}, counter ${number}, bucket ${place}`,
          ).toBeLessThanOrEqual(1e-9 * wanted);
        }
        buckets += energies.length;
      }
    }
    expect(buckets).toBeGreaterThan(50 * 24 * DAYS);
  },
);

test("a counter that rolls over each day is exact in every day of two months of 10 s samples", () => {
  const [rollover, days, stepMs] = [65_536, 60, 10_000];
  // 2,880 W: 8 Wh in 10 s, 69,120 Wh a day.
  const samples = Array.from({ length: (days * DAY_MS) / stepMs + 1 }, (_, place) => ({
    at: place * stepMs,
    value: (12_345 + place * 8) % rollover,
  }));
  const edges = Array.from({ length: days + 1 }, (_, day) => day * DAY_MS);
  const perDay = DAY_MS / stepMs;
  const rollups = edges.slice(1).map((_, day) => {
    const some = samples.slice(day * perDay, (day + 1) * perDay);
    return rollUp(
      some.map(({ at }) => at),
      some.map(({ value }) => value),
    );
  });
  const reader = {
    ...readerOf(samples),
    all: (from: number, until: number) => samples.slice(from / stepMs, until / stepMs),
  };
  const energies = energyOfCounter({ edges, rollups }, { rollover }, reader);
  const wanted = new Array(days).fill(69_120);
  // The last sample of all belongs to the day after.
  wanted[days - 1] -= 8;
  expect(energies.map((energy) => energy?.value)).toEqual(wanted);
});
