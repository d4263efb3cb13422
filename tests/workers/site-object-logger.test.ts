import { expect, test } from "vitest";
import { freezeSiteClock } from "../support/site-clock.ts";
import { connectLogger, connectMessage, openLogger, sample } from "../support/site-logger.ts";

test("a logger is welcomed", async () => {
  const clock = freezeSiteClock();
  const logger = await openLogger(1);
  expect(await logger.ask(connectMessage())).toEqual({
    cmd: 259,
    id: "connect",
    status: 200,
    time: clock.now(),
    sampling: { sampleMs: 10_000, uploadMs: 60_000 },
    storedThrough: null,
  });
  expect(
    await logger.ask(sample("b", clock.now() - 5, { FFFF000120: 5, "0033110999": 1 })),
  ).toEqual({ cmd: 261, id: "b", status: 200, storedThrough: clock.now() - 5, refused: 1 });
});
