import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { instantsOf } from "#protocol/logger/messages.ts";
import { SteadyPlant } from "../../tests/support/steady-plant.ts";
import { START, setUpLogger } from "../../tests/support/tabletop-logger.ts";

test("without viewers ten-second samples are uploaded each minute", () => {
  const { portal, pass } = setUpLogger();
  pass(180_000);
  const batches = portal
    .take(COMMAND.realDataUpdate)
    .filter((batch) => "FFFF000120" in batch.values);
  const [first, ...instants] = batches.flatMap(instantsOf);
  expect(first).toBeLessThan(START + 1_000);
  expect(instants).toEqual(
    Array.from({ length: instants.length }, (_, index) => START + (index + 1) * 10_000),
  );
  expect(batches.length).toBeLessThanOrEqual(5);
  expect(instants.length).toBeGreaterThanOrEqual(12);
  expect(batches.some((batch) => "step" in batch && batch.step === 10_000)).toBe(true);
});

test("a config takes effect at once, and held samples are uploaded before its answer", () => {
  const { portal, pass, settle } = setUpLogger();
  pass(105_000);
  portal.inbox.length = 0;
  portal.send({ cmd: COMMAND.config, id: "c1", sampling: { sampleMs: 1_000, uploadMs: 1_000 } });
  settle();
  expect(portal.inbox.map(({ cmd }) => cmd)).toEqual([
    COMMAND.realDataUpdate,
    COMMAND.realDataUpdate,
    COMMAND.configAnswer,
  ]);
  const [held, present] = portal.take(COMMAND.realDataUpdate).map(instantsOf);
  expect(held?.every((at) => at < START + 105_000)).toBe(true);
  expect(present).toEqual([expect.toSatisfy((at: number) => Math.abs(at - START - 105_000) < 100)]);
  portal.inbox.length = 0;
  pass(5_000);
  const batches = portal.take(COMMAND.realDataUpdate);
  expect(batches).toHaveLength(5);
  expect(batches.flatMap(instantsOf)).toEqual(
    [106, 107, 108, 109, 110].map((second) => START + second * 1_000),
  );
});

test("an outage is uploaded afterwards without a gap", () => {
  const { portal, pass } = setUpLogger();
  pass(61_000);
  portal.refusal = { reason: "ECONNREFUSED" };
  portal.close(1006);
  pass(900_000);
  portal.refusal = null;
  pass(400_000);
  const connect = portal.take(COMMAND.connect).at(-1);
  expect(connect?.backlog).toMatchObject({ from: expect.any(Number), to: expect.any(Number) });
  const instants = new Set(portal.take(COMMAND.realDataUpdate).flatMap(instantsOf));
  for (let at = START + 10_000; at <= START + 1_300_000; at += 10_000)
    expect(instants).toContain(at);
  expect(portal.faults).toEqual([]);
});

test("a long outage is sampled ever more thinly", () => {
  const { logger, portal, pass } = setUpLogger();
  portal.refusal = { reason: "ECONNREFUSED" };
  pass(HOUR_MS);
  expect(logger.waiting).toBe(360);
  pass(HOUR_MS);
  expect(logger.waiting).toBeLessThanOrEqual(420);
});

test("a plant's clock that runs fast stamps the past, uploads each second at most and then keeps time", () => {
  const { portal, pass } = setUpLogger({ speed: 60, plant: new SteadyPlant(START - HOUR_MS) });
  pass(30_000);
  const early = portal.take(COMMAND.realDataUpdate).filter((batch) => "FFFF000120" in batch.values);
  expect(early.length).toBeLessThanOrEqual(31);
  const instants = early.flatMap(instantsOf);
  expect(instants[0]).toBeLessThanOrEqual(START - 3_590_000);
  expect(instants.at(-1)).toBeGreaterThan(START - 1_900_000);
  pass(MINUTE_MS);
  portal.inbox.length = 0;
  pass(120_000);
  const late = portal.take(COMMAND.realDataUpdate).flatMap(instantsOf);
  expect(late.at(-1)).toBeGreaterThan(START + 120_000);
  expect(late.at(-1)).toBeLessThanOrEqual(START + 210_000);
});

test("samples of the same instant go in batches of their own", () => {
  const plant = new SteadyPlant(START);
  const twice = plant.sample.bind(plant);
  plant.sample = (until, stepMs) =>
    twice(until, stepMs).flatMap((sample) => [sample, { ...sample, values: [0] }]);
  const { portal, pass } = setUpLogger({ plant });
  pass(65_000);
  expect(portal.faults).toEqual([]);
  const batches = portal
    .take(COMMAND.realDataUpdate)
    .filter((batch) => "FFFF000120" in batch.values);
  expect(batches.flatMap(instantsOf).filter((at) => at === START + 20_000)).toHaveLength(2);
});
