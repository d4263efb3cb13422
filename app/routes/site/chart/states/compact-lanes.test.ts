import fc from "fast-check";
import { expect, test } from "vitest";
import type { EquipmentStatus } from "#domain/devices/equipment-statuses.ts";
import { markStatuses, segmentsOf, stepState } from "./compact-lanes.ts";
import type { StateInterval } from "./state-lanes.ts";

const part = (status: EquipmentStatus, from: number, to: number): StateInterval => ({
  ...{ status, from, to },
  isLasting: false,
});
const WINDOW = { from: 0, to: 1_000 };

test("statuses of one colour have different patterns, and a fault has its own", () => {
  const intervals = [
    part("charge", 0, 10),
    part("discharge", 10, 20),
    part("float", 20, 30),
    part("fault", 30, 40),
  ];
  const marks = markStatuses([{ intervals }], WINDOW);
  expect(marks[0]).toEqual({ status: "fault", mark: "grid" });
  expect(new Set(marks.map(({ mark }) => mark)).size).toBe(4);
});

test("a short fault between other statuses stays visible, however many there are", () => {
  const flapping = Array.from({ length: 1_000 }, (_, at) =>
    part(at === 500 ? "fault" : at % 2 === 0 ? "charge" : "float", at, at + 1),
  );
  const segments = segmentsOf(flapping, WINDOW, 100);
  expect(segments.length).toBeLessThanOrEqual(100);
  expect(segments.filter(({ status }) => status === "fault")).toHaveLength(1);
});

const lane = fc
  .uniqueArray(fc.integer({ min: -100, max: 1_100 }), { minLength: 2, maxLength: 40 })
  .map((bounds) => bounds.sort((one, other) => one - other))
  .map((bounds) =>
    bounds
      .slice(1)
      .map((to, place) =>
        part(
          (["charge", "float", "fault"] as const)[place % 3] ?? "charge",
          bounds[place] ?? 0,
          to,
        ),
      )
      .filter((_, place) => place % 4 !== 3),
  );

test("parts are within the window, ascending, without overlaps", () => {
  fc.assert(
    fc.property(lane, fc.integer({ min: 1, max: 900 }), (intervals, width) => {
      let end = WINDOW.from;
      for (const { from, to } of segmentsOf(intervals, WINDOW, width)) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(to).toBeGreaterThan(from);
        end = to;
      }
      expect(end).toBeLessThanOrEqual(WINDOW.to);
    }),
  );
});

test("arrows visit every change of a lane once, in both directions", () => {
  fc.assert(
    fc.property(lane, (intervals) => {
      const changes = new Set([WINDOW.from, WINDOW.to]);
      for (const { from, to } of intervals)
        for (const at of [from, to]) if (at > WINDOW.from && at < WINDOW.to) changes.add(at);
      const sorted = [...changes].sort((one, other) => one - other);
      const walk = (key: string) => {
        const visited: number[] = [];
        let at: number | null = null;
        for (let step = 0; step < sorted.length; step += 1) {
          at = stepState(intervals, { window: WINDOW, at, key });
          if (at !== null) visited.push(at);
        }
        return visited;
      };
      expect(walk("ArrowRight")).toEqual(sorted);
      expect(walk("ArrowLeft")).toEqual(sorted.toReversed());
    }),
  );
  expect(stepState([], { window: WINDOW, at: 5, key: "End" })).toBe(1_000);
  expect(stepState([], { window: WINDOW, at: 5, key: "x" })).toBeNull();
});
