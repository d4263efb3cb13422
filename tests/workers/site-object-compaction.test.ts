import { runInDurableObject } from "cloudflare:test";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { SERIES_LIMITS } from "#durable-objects/site/series/limits.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { DISTURBANCES, disturb, lookInside } from "../support/site-inside.ts";
import { connectLogger, type LoggerSocket, sample, siteStub } from "../support/site-logger.ts";
import { ring } from "../support/viewer-socket.ts";
import { TINY_LIMITS } from "./series-support.ts";

// The objects live in the isolate of their tests: they cut what they keep as small as this, and other files' do not.
const usual = { ...SERIES_LIMITS };
beforeAll(() => void Object.assign(SERIES_LIMITS, TINY_LIMITS));
afterAll(() => void Object.assign(SERIES_LIMITS, usual));

const SOLAR = "FFFF000100";

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 9700;

beforeEach(() => {
  clock = freezeSiteClock();
  siteId += 1;
});

type Sent = [at: number, value: number][];

/** Samples of one register, a fifth of a second apart, each acknowledged. */
async function upload(logger: LoggerSocket, count: number): Promise<Sent> {
  const sent: Sent = [];
  for (let index = 0; index < count; index++) {
    const at = clock.forward(200);
    const value = Math.sqrt(at);
    const batch = sample(`b-${at}`, at, { [SOLAR]: value });
    expect(await logger.ask(batch)).toMatchObject({ cmd: 261, status: 200, storedThrough: at });
    sent.push([at, value]);
  }
  return sent;
}

function countChunks(): Promise<number> {
  return runInDurableObject(
    siteStub(siteId),
    (_, { storage }) =>
      storage.sql.exec<{ n: number }>(`SELECT count(*) AS n FROM series_chunk`).one().n,
  );
}

function write(statement: string): Promise<unknown> {
  return runInDurableObject(siteStub(siteId), (_, { storage }) => storage.sql.exec(statement));
}

const stored = async () => (await lookInside(siteId)).stored(SOLAR);

describe.each(DISTURBANCES)("across %s", (disturbance) => {
  test("history is folded a bounded piece each second, until no more is due", async () => {
    let logger = await connectLogger(siteId);
    const sent = await upload(logger, 200);
    logger = await disturb(siteId, disturbance, logger);
    const left = [await countChunks()];
    expect(left[0]).toBeGreaterThan(20);
    await ring(siteId);
    left.push(await countChunks());
    expect(left[1]).toBeLessThan(left[0] ?? 0);
    expect(left[1]).toBeGreaterThanOrEqual(TINY_LIMITS.chunksBeforeCompaction);
    await ring(siteId);
    expect(await countChunks()).toBe(left[1]);
    while ((left.at(-1) ?? 0) >= TINY_LIMITS.chunksBeforeCompaction) {
      clock.forward(1_000);
      await ring(siteId);
      left.push(await countChunks());
      expect(left.at(-1)).toBeLessThan(left.at(-2) ?? 0);
    }
    sent.push(...(await upload(logger, 1)));
    expect(await stored()).toEqual(sent);
  });

  test("folding that fails is tried again each half minute, and samples are stored meanwhile", async () => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => {});
    let logger = await connectLogger(siteId);
    const sent = await upload(logger, 60);
    const before = await countChunks();
    await write(
      `CREATE TRIGGER broken BEFORE INSERT ON series_block BEGIN SELECT RAISE(ABORT, 'broken'); END`,
    );
    await ring(siteId);
    expect(reported.mock.calls.flat().join()).toContain("timer compaction failed");
    expect(await countChunks()).toBe(before);
    sent.push(...(await upload(logger, 20)));
    logger = await disturb(siteId, disturbance, logger);
    sent.push(...(await upload(logger, 20)));
    expect(await stored()).toEqual(sent);
    await write(`DROP TRIGGER broken`);
    const waiting = await countChunks();
    expect(waiting).toBeGreaterThan(before);
    clock.forward(30_000);
    await ring(siteId);
    expect(await countChunks()).toBeLessThan(waiting);
    expect(await stored()).toEqual(sent);
  });
});
