import { expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { instantsOf } from "#protocol/logger/messages.ts";
import { START, setUpLogger } from "../../tests/support/tabletop-logger.ts";
import type { RecordedPast } from "./recorded-past.ts";

const STEP_MS = 300_000;
const DAYS = 3;
const FROM = START - DAYS * DAY_MS;
/** Enough registers for two frames per day. */
const columns = Array.from({ length: 200 }, (_, index) => `003311${String(1_000 + index)}`);

const spanOf = (day: number) => ({ from: FROM + day * DAY_MS, to: FROM + (day + 1) * DAY_MS });
const recorded: RecordedPast = {
  columns,
  span: { from: FROM, to: START },
  days: DAYS,
  spanOf,
  read: (day) => {
    const { from } = spanOf(day);
    const ats = Array.from({ length: DAY_MS / STEP_MS }, (_, step) => from + (step + 1) * STEP_MS);
    return {
      samples: ats.map((at) => ({ at, values: columns.map(() => at / STEP_MS) })),
      statuses: [{ address: "003311", status: "invert", at: from + STEP_MS }],
      events: [
        { address: "003311", eventNo: 21, level: "warning", state: "raised", at: from + STEP_MS },
      ],
    };
  },
};

function setUp(left = DAYS) {
  const kept: number[] = [];
  const mark = { left, keep: (now: number) => void kept.push(now) };
  const table = setUpLogger({ past: { recorded, mark } });
  table.pass(1_000);
  return { ...table, kept };
}

test("the newest day goes first, each in frames of its own, and the last of all says that it is the end", () => {
  const { logger, portal, pass, kept } = setUp();
  expect(portal.take(COMMAND.connect)[0]?.backlog).toEqual({ from: FROM, to: START });
  portal.take(COMMAND.statusUpdate);
  portal.take(COMMAND.eventUpdate);
  let turns = 0;
  let ended = 0;
  while (logger.sendPast(() => (ended += 1))) {
    turns += 1;
    pass(300);
  }
  expect(ended).toBe(turns);
  expect(kept).toEqual([2, 1, 0]);
  const past = portal.take(COMMAND.realDataUpdate).filter((batch) => batch.backlog !== undefined);
  expect(past).toHaveLength(turns);
  expect(past.map(({ backlog }) => backlog)).toEqual([...Array(turns - 1).fill(true), "end"]);
  const beginnings = past.map((batch) => instantsOf(batch)[0] ?? 0);
  expect(beginnings).toEqual([...beginnings].sort((one, other) => other - one));
  const instants = new Set(past.flatMap(instantsOf));
  expect(instants.size).toBe((DAYS * DAY_MS) / STEP_MS);
  const begins = [2, 1, 0].map((day) => spanOf(day).from + STEP_MS);
  expect(portal.take(COMMAND.statusUpdate).map(({ statuses }) => statuses[0]?.at)).toEqual(begins);
  expect(portal.take(COMMAND.eventUpdate).map(({ events }) => events[0]?.at)).toEqual(begins);
});

test("a day whose connection breaks is sent and announced again in full", () => {
  const { logger, portal, pass, kept } = setUp();
  let ended = 0;
  portal.manner.batchAnswer = null;
  expect(logger.sendPast(() => (ended += 1))).toBe(true);
  pass(100);
  expect(logger.sendPast(() => (ended += 1))).toBe(false);
  portal.close(1006);
  expect(ended).toBe(1);
  expect(logger.sendPast(() => {})).toBe(false);
  portal.manner.batchAnswer = 200;
  portal.inbox.length = 0;
  pass(MINUTE_MS);
  const backlog = portal.take(COMMAND.connect)[0]?.backlog;
  expect(backlog?.from).toBe(FROM);
  // The range includes the backlog of the time offline.
  expect(backlog?.to).toBeGreaterThan(START);
  for (let turn = 0; kept.length === 0 && turn < 10; turn++) {
    logger.sendPast(() => {});
    pass(300);
  }
  expect(kept).toEqual([2]);
  const instants = portal
    .take(COMMAND.realDataUpdate)
    .filter((batch) => batch.backlog === true)
    .flatMap(instantsOf)
    .filter((at) => at <= START);
  expect(instants).toHaveLength(DAY_MS / STEP_MS);
});

test("a restarted logger goes on where it was, and one that has sent all announces nothing", () => {
  const { logger, portal } = setUp(1);
  expect(portal.take(COMMAND.connect)[0]?.backlog).toEqual({ from: FROM, to: FROM + DAY_MS });
  expect(logger.past?.left).toBe(1);
  const done = setUp(0);
  expect(done.portal.take(COMMAND.connect)[0]?.backlog).toBe(undefined);
  expect(done.logger.sendPast(() => {})).toBe(false);
});
