import { beforeEach, expect, test } from "vitest";
import { freezeSiteClock } from "../support/site-clock.ts";
import { connectLogger, type LoggerSocket, sample } from "../support/site-logger.ts";

const PADDING = "x".repeat(40_000);
const ADDRESS = "0033110107";

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 73_000;

beforeEach(() => {
  clock = freezeSiteClock();
  siteId += 1;
});

function sendHeavy(logger: LoggerSocket, number: number): void {
  const at = clock.forward(0) - number * 1_000;
  logger.send({ ...sample(`heavy ${number}`, at, { [ADDRESS]: number }), ignored: PADDING });
}

const answered = (logger: LoggerSocket) =>
  logger.inbox.filter(({ cmd }) => cmd === 261).map(({ id }) => id);

test("heavy frames are answered one after the other, and what comes after them is later", async () => {
  const logger = await connectLogger(siteId);
  for (const number of [1, 2, 3, 4]) sendHeavy(logger, number);
  await logger.settle();
  expect(answered(logger)).toEqual(["heavy 1", "heavy 2", "heavy 3", "heavy 4"]);
});

test("a flood of heavy frames is closed with 4429 before most of them were looked at", async () => {
  const logger = await connectLogger(siteId);
  for (let number = 1; number <= 51; number++) sendHeavy(logger, number);
  expect(await logger.closed).toBe(4429);
  expect(answered(logger).length).toBeLessThan(25);
  const again = await connectLogger(siteId);
  sendHeavy(again, 51);
  await again.settle();
  expect(answered(again)).toEqual(["heavy 51"]);
});
