import fc from "fast-check";
import { expect, test } from "vitest";
import { MIN_BRIDGE_MS } from "#domain/history/bridging.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { sumSamples } from "./curve-buckets.ts";

const FROM = 100 * 60 * MINUTE_MS;
const MAX_SPAN_MS = 200 * MINUTE_MS;

type Sample = { at: number; value: number | string };

const steps = fc.array(
  fc.record({
    step: fc.oneof(fc.constant(10_000), fc.integer({ min: 1, max: 40 * MINUTE_MS })),
    value: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: -1_000, max: 1_000 }) },
      fc.constant("off"),
    ),
  }),
  { maxLength: 200 },
);

/** Each sample holds until the next number, for 20 min at most, and not beyond `now`. */
function weigh(samples: readonly Sample[], edges: readonly number[], now: number) {
  const numbers = samples.filter(({ value }) => typeof value === "number");
  return edges.slice(1).map((end, place) => {
    const start = edges[place] ?? 0;
    const own = numbers
      .filter(({ at }) => at >= start && at < end)
      .map(({ value }) => value as number);
    let [area, held] = [0, 0];
    for (const [index, { at, value }] of numbers.entries()) {
      const until = Math.min(numbers[index + 1]?.at ?? now, at + MIN_BRIDGE_MS);
      const ms = Math.min(until, end) - Math.max(at, start);
      if (ms <= 0) continue;
      area += (value as number) * ms;
      held += ms;
    }
    return { count: own.length, sum: own.reduce((sum, one) => sum + one, 0), area, held };
  });
}

test("each sample holds until the next one, in any buckets", () => {
  const property = fc.property(
    steps,
    fc.array(fc.integer({ min: 1, max: 30 * MINUTE_MS }), { minLength: 1, maxLength: 30 }),
    fc.integer({ min: 0, max: MAX_SPAN_MS }),
    (read, lengths, later) => {
      const since = FROM - MIN_BRIDGE_MS;
      let at = since;
      const samples = read.map(({ step, value }): Sample => {
        at += step;
        return { at, value };
      });
      const edges = [FROM];
      for (const ms of lengths) edges.push((edges.at(-1) ?? 0) + ms);
      const shown = samples.filter((sample) => sample.at < (edges.at(-1) ?? 0));
      const now = (shown.at(-1)?.at ?? FROM) + later;
      const channel = { at: shown.map((one) => one.at), values: shown.map(({ value }) => value) };
      const found = sumSamples(channel, edges, { since, last: null, usualAt: () => 0, now });
      for (const [place, expected] of weigh(shown, edges, now).entries()) {
        expect(found.count[place]).toBe(expected.count);
        expect(found.sum[place]).toBe(expected.sum);
        expect(found.area[place]).toBeCloseTo(expected.area, 3);
        expect(found.held[place]).toBe(expected.held);
      }
    },
  );
  fc.assert(property, { numRuns: 500 });
});
