import fc from "fast-check";
import { expect, test } from "vitest";
import { EQUIPMENT_STATUSES } from "#domain/devices/equipment-statuses.ts";
import {
  barsOf,
  intervalAt,
  lanesOf,
  piecesOf,
  type StateInterval,
  sharesOf,
} from "./state-lanes.ts";

const interval = (status: StateInterval["status"], from: number, to: number): StateInterval => ({
  status,
  from,
  to,
  isLasting: false,
});
const DAY = [
  interval("offline", 0, 10),
  interval("standby", 10, 40),
  interval("charge", 40, 70),
  interval("fault", 80, 81),
  interval("charge", 81, 100),
];
const span = { from: 0, to: 100 };

/** Consecutive intervals, some with gaps between them. */
const histories = fc
  .array(
    fc.tuple(
      fc.constantFrom(...EQUIPMENT_STATUSES),
      fc.integer({ min: 1, max: 50 }),
      fc.constantFrom(0, 0, 0, 7),
    ),
    { maxLength: 200 },
  )
  .map((parts) => {
    let at = 0;
    return parts.map(([status, length, gap]) => {
      const from = at + gap;
      at = from + length;
      return interval(status, from, at);
    });
  });

test("a state that lasts is known up to now, or to the site's last activity, and an unknown status is omitted", () => {
  const row = (status: number, startTime: number, endTime: number | null) => ({
    status,
    startTime,
    endTime,
  });
  const answer = {
    startDateTime: 0,
    endDateTime: 100,
    whole: true,
    statuses: ["fault", "novel", "charge"],
    list: [
      {
        address: "003311",
        equipmentType: "0033",
        equipmentTypeName: "0033",
        equipmentTypeAllName: "0033 11",
        rows: [row(0, -5, 10), row(1, 10, 20), row(2, 20, null)],
      },
    ],
  };
  const pieceOf = (isLasting: boolean) => ({
    address: "003311",
    name: null,
    intervals: [interval("fault", -5, 10), { ...interval("charge", 20, 60), isLasting }],
  });
  expect(piecesOf(answer, { until: 60, isOnline: true })).toEqual([pieceOf(true)]);
  expect(piecesOf(answer, { until: 60, isOnline: false })).toEqual([pieceOf(false)]);
});

test("faults have the uppermost lane, off the lowest, and only occurring states have a lane", () => {
  expect(lanesOf(DAY, span)).toEqual(["fault", "charge", "standby", "offline"]);
  expect(lanesOf(DAY, { from: 10, to: 40 })).toEqual(["standby"]);
});

test("the status at an instant is read, and nothing in a gap", () => {
  expect(intervalAt(DAY, 40)?.status).toBe("charge");
  expect(intervalAt(DAY, 39)?.status).toBe("standby");
  expect([-1, 75, 100].map((at) => intervalAt(DAY, at))).toEqual([null, null, null]);
});

test("the shares of all states and of unknown time add up to the span", () => {
  expect(sharesOf(DAY, span)).toEqual([
    { status: "charge", ms: 49 },
    { status: "standby", ms: 30 },
    { status: "offline", ms: 10 },
    { status: "fault", ms: 1 },
    { status: null, ms: 10 },
  ]);
  fc.assert(
    fc.property(histories, fc.nat(2_000), fc.integer({ min: 1, max: 2_000 }), (all, from, ms) => {
      const sum = sharesOf(all, { from, to: from + ms }).reduce((total, one) => total + one.ms, 0);
      expect(sum).toBe(ms);
    }),
  );
});

test("a lane has at most one bar per px, and each instant keeps its bar", () => {
  fc.assert(
    fc.property(histories, fc.integer({ min: 1, max: 400 }), fc.nat(2_000), (all, px, at) => {
      const window = { from: 100, to: 2_100 };
      const bars = barsOf(all, window, px);
      for (const lane of lanesOf(all, window)) {
        const drawn = bars.filter(({ status }) => status === lane);
        expect(drawn.length).toBeLessThanOrEqual(px / 1.5 + 2);
        expect(drawn.length).toBeGreaterThan(0);
      }
      const status = at >= window.from && at < window.to ? intervalAt(all, at)?.status : undefined;
      if (status !== undefined)
        expect(bars.some((bar) => bar.status === status && bar.from <= at && bar.to > at)).toBe(
          true,
        );
    }),
  );
});

test("a gap that can be seen stays one", () => {
  const charge = barsOf(DAY, span, 100).filter(({ status }) => status === "charge");
  expect(charge).toEqual([
    { status: "charge", from: 40, to: 70 },
    { status: "charge", from: 81, to: 100 },
  ]);
});
