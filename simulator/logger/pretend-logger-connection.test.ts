import { expect, test } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { START, setUpLogger } from "../../tests/support/tabletop-logger.ts";

test("a logger says connect first, with its tree, its active events and its backlog", () => {
  const { logger, plant, portal, pass } = setUpLogger();
  plant.active = [{ eventNo: 3, address: "FFFF00", level: "warning", at: START - 5_000 }];
  pass(100);
  expect(logger.state).toBe("online");
  expect(portal.inbox[0]?.cmd).toBe(COMMAND.connect);
  const connects = portal.take(COMMAND.connect);
  expect(connects[0]?.backlog ?? null).toBeNull();
  expect(connects).toEqual([
    expect.objectContaining({
      protocol: 1,
      serial: "TEST-0001",
      systemType: "10001",
      systemCode: 5,
      equipment: plant.equipment,
      events: [expect.objectContaining({ eventNo: 3, state: "raised", at: START - 5_000 })],
    }),
  ]);
  expect(portal.faults).toEqual([]);
});

test("a heartbeat goes out after 60 s of silence, and 20 s without its answer end the connection", () => {
  const { logger, portal, pass } = setUpLogger();
  portal.manner.sampling = { sampleMs: 10_000, uploadMs: 600_000 };
  pass(1_000);
  pass(59_500);
  const before = portal.heartbeats;
  pass(61_000);
  expect(portal.heartbeats).toBeGreaterThan(before);
  portal.manner.answersHeartbeats = false;
  pass(62_000);
  expect(logger.state).toBe("online");
  pass(20_000);
  expect(logger.state).toBe("waiting");
});

test("the waits before reconnecting double to five minutes and start over after a 259", () => {
  const { portal, pass } = setUpLogger({ random: 0.5 });
  portal.refusal = { reason: "HTTP 503", refused: 503 };
  pass(1_500_000);
  const waits = portal.dialled
    .slice(1)
    .map((at, index) => Math.round((at - (portal.dialled[index] ?? 0)) / 1_000));
  expect(waits.slice(0, 7)).toEqual([15, 30, 60, 120, 240, 300, 300]);
  portal.refusal = null;
  pass(400_000);
  portal.dialled.length = 0;
  portal.close(1006);
  pass(20_000);
  expect(portal.dialled).toHaveLength(1);
});

test("after 4001 or 4003 the logger waits a minute, and it honours Retry-After", () => {
  const { portal, pass, now } = setUpLogger({ random: 0.5 });
  pass(1_000);
  portal.close(4001);
  const closed = now();
  portal.refusal = { reason: "HTTP 409", refused: 409, retryAfterMs: 200_000 };
  pass(61_000);
  expect(portal.dialled.at(-1)).toBe(closed + MINUTE_MS);
  const refused = portal.dialled.at(-1) ?? 0;
  pass(250_000);
  expect(portal.dialled.at(-1)).toBe(refused + 200_000);
});

test("a welcomed logger sends its current state at once", () => {
  const { portal, pass } = setUpLogger();
  pass(1_000);
  const reported = portal.take(COMMAND.realDataUpdate).flatMap(({ values }) => Object.keys(values));
  expect(reported).toContain("FFFF000120");
});

test("given the same chance it says the very same", () => {
  const said = [0.3, 0.3, 0.7].map((random) => {
    const { portal, pass } = setUpLogger({ random });
    pass(61_000);
    return portal.inbox;
  });
  expect(said[1]).toEqual(said[0]);
  expect(said[2]).not.toEqual(said[0]);
});
