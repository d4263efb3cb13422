import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChartLine } from "#app/charts/chart-lines.ts";
import { CHART_COLORS } from "#app/charts/palette.ts";
import {
  type BalancePart,
  type BalancePartName,
  partsOfBalance,
  sideOf,
  stackBalance,
} from "./power-balance.ts";

const GROUPS = { sources: "Sources", sinks: "Uses" };
const NAMES = [
  ...(["solar", "battery", "generator", "gridImport"] as const),
  ...(["load", "batteryCharge", "feedIn"] as const),
];
const SINKS: readonly string[] = ["load", "batteryCharge", "feedIn"];
const GAP = 10;

const part = (
  id: BalancePartName,
  points: readonly (readonly [number, number])[],
): BalancePart => ({
  id,
  name: id,
  unit: "W",
  shade: CHART_COLORS.solar,
  axis: "start",
  gapMs: GAP,
  at: points.map(([at]) => at),
  value: points.map(([, value]) => value),
});

/** The value of a part at an instant, between its own values; null in a gap. */
function valueAt({ at, value, gapMs }: ChartLine, instant: number): number | null {
  const next = at.findIndex((one) => one >= instant);
  if (next < 0) return null;
  if (at[next] === instant) return value[next] ?? null;
  const [from, to] = [at[next - 1], at[next]];
  if (from === undefined || to === undefined || to - from > gapMs) return null;
  const share = (instant - from) / (to - from);
  return (value[next - 1] ?? 0) * (1 - share) + (value[next] ?? 0) * share;
}

/** The edges of a drawn part between two instants; null if it is not drawn there. */
function edgesAt({ at, value, gapMs, stacked }: ChartLine, instant: number) {
  const next = at.findIndex((one) => one > instant);
  const [from, to] = [at[next - 1], at[next]];
  if (from === undefined || to === undefined || to - from > gapMs) return null;
  const share = (instant - from) / (to - from);
  const of = (edge: readonly number[]) =>
    (edge[next - 1] ?? 0) * (1 - share) + (edge[next] ?? 0) * share;
  return { floor: of(stacked?.floor ?? []), value: of(value), own: of(stacked?.own ?? []) };
}

/** Parts of irregular instants with gaps; instants are multiples of 4, so that odd ones lie between all of them. */
const anyParts = fc.subarray([...NAMES], { minLength: 1 }).chain((names) =>
  fc.tuple(
    ...names.map((name) =>
      fc
        .array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 5_000 })), {
          minLength: 1,
          maxLength: 12,
        })
        .map((steps) =>
          part(
            name,
            steps.map(([, value], place) => {
              const passed = steps.slice(0, place + 1).reduce((sum, [step]) => sum + step, 0);
              return [4 * passed, value] as const;
            }),
          ),
        ),
    ),
  ),
);

/** Instants between all those of `anyParts`. */
const BETWEEN = Array.from({ length: 140 }, (_, turn) => 1.5 + 2 * turn);

test("the parts that have data lie on each other without a gap, and their sum is the sum of the parts", () => {
  fc.assert(
    fc.property(anyParts, (parts) => {
      const { lines } = stackBalance(parts, GROUPS);
      const given = NAMES.filter((id) => parts.some((one) => one.id === id));
      expect(lines.map(({ id }) => id)).toEqual(given);
      for (const instant of BETWEEN) {
        const reached = { sources: 0, sinks: 0 };
        for (const line of lines) {
          const [side, sign] = SINKS.includes(line.id)
            ? (["sinks", -1] as const)
            : (["sources", 1] as const);
          const own = valueAt(parts.find(({ id }) => id === line.id) as ChartLine, instant);
          const edges = edgesAt(line, instant);
          // A gap has no area, and a value has one of its own height, whatever the other parts have.
          expect(edges === null).toBe(own === null);
          if (edges === null || own === null) continue;
          expect(edges.own).toBeCloseTo(own, 6);
          expect(edges.floor).toBeCloseTo(reached[side], 6);
          reached[side] += sign * own;
          expect(edges.value).toBeCloseTo(reached[side], 6);
        }
      }
    }),
  );
});

test("instants ascend, and every value of a part stays at its instant", () => {
  fc.assert(
    fc.property(anyParts, (parts) => {
      for (const line of stackBalance(parts, GROUPS).lines) {
        expect([...line.at].sort((one, other) => one - other)).toEqual(line.at);
        const given = parts.find(({ id }) => id === line.id);
        for (const [place, instant] of (given?.at ?? []).entries()) {
          const found = line.at.indexOf(instant);
          expect(line.stacked?.own[found]).toBeCloseTo(given?.value[place] ?? Number.NaN, 6);
        }
      }
    }),
  );
});

test("a period is incomplete exactly where one part has a gap and another has data", () => {
  fc.assert(
    fc.property(anyParts, (parts) => {
      const { incomplete } = stackBalance(parts, GROUPS);
      for (const instant of BETWEEN) {
        const isInside = incomplete.some(({ from, to }) => from < instant && instant < to);
        const isKnown = parts.some((one) => valueAt(one, instant) !== null);
        const isWithin = ({ at }: ChartLine) =>
          (at[0] ?? 0) < instant && instant < (at.at(-1) ?? 0);
        const isBroken = parts.some((one) => isWithin(one) && valueAt(one, instant) === null);
        if (isBroken && isKnown) expect(isInside).toBe(true);
        if (!isKnown || parts.every((one) => valueAt(one, instant) !== null))
          expect(isInside).toBe(false);
      }
    }),
  );
});

test("a part without data leaves its place to the others, with a step at both ends", () => {
  const { lines, incomplete } = stackBalance(
    [
      part("solar", [
        [0, 100],
        [10, 100],
        [30, 100],
        [40, 100],
      ]),
      part(
        "gridImport",
        [0, 10, 20, 30, 40].map((at) => [at, 50]),
      ),
    ],
    GROUPS,
  );
  const [solar, grid] = lines;
  expect(solar).toMatchObject({ at: [0, 10, 30, 40], value: [100, 100, 100, 100] });
  expect(grid).toMatchObject({
    at: [0, 10, 10, 20, 30, 30, 40],
    value: [150, 150, 50, 50, 50, 150, 150],
    stacked: { floor: [100, 100, 0, 0, 0, 100, 100], own: Array(7).fill(50), group: "Sources" },
  });
  expect(incomplete).toEqual([{ from: 10, to: 30 }]);
});

test("a part that ends a little earlier than the others is no gap, and a lone value is a point", () => {
  const { lines, incomplete } = stackBalance(
    [
      part("solar", [
        [0, 10],
        [8, 10],
      ]),
      part("load", [
        [0, 10],
        [8, 10],
        [12, 10],
      ]),
      part("feedIn", [[8, 7]]),
    ],
    GROUPS,
  );
  expect(incomplete).toEqual([]);
  expect(lines[2]).toMatchObject({ at: [8], value: [-17], stacked: { floor: [-10], own: [7] } });
});

test("a change of sign is divided at zero, but not over a gap", () => {
  const line = part("gridImport", [
    [0, 300],
    [8, -100],
    [30, 100],
  ]);
  expect(sideOf(line, 1)).toMatchObject({ at: [0, 6, 8, 30], value: [300, 0, 0, 100] });
  expect(sideOf(line, -1)).toMatchObject({ at: [0, 6, 8, 30], value: [0, 0, 100, 0] });
});

test("charging and export are sinks, and a site without a battery or a grid has no such part", () => {
  const series = (register: string, value: number[]) => ({
    address: `FFFF00${register}`,
    name: null,
    symbol: "W",
    steps: (value.length === 0 ? [] : [[0, 60_000, value.length]]) as [number, number, number][],
    value,
  });
  const read = (list: ReturnType<typeof series>[]) =>
    partsOfBalance({ series: list, bucketMs: null }, (name) => `the ${name}`);
  const all = read([
    series("0130", [500, -200]),
    series("0110", [300, -100]),
    series("0100", [-3, 900]),
    series("0120", [10, 20]),
    series("0140", [0, 0]),
  ]);
  expect(all.map(({ id }) => id)).toEqual(NAMES);
  const valuesOf = (id: string) => {
    const found = all.find((one) => one.id === id);
    return [found?.value.at(0), found?.value.at(-1)];
  };
  expect(valuesOf("batteryCharge")).toEqual([500, 0]);
  expect(valuesOf("battery")).toEqual([0, 200]);
  expect(valuesOf("gridImport")).toEqual([300, 0]);
  expect(valuesOf("feedIn")).toEqual([0, 100]);
  expect(valuesOf("solar")).toEqual([0, 900]);
  expect(all[0]).toMatchObject({ name: "the solar", shade: CHART_COLORS.solar });
  const few = read([series("0100", [1, 2]), series("0120", [1, 2]), series("0130", [])]);
  expect(few.map(({ id }) => id)).toEqual(["solar", "load"]);
});
