import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import type { SiteEvent } from "#protocol/site-rpc.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { disturb, lookInside, pollSite } from "../support/site-inside.ts";
import { connectLogger, sample, siteStub } from "../support/site-logger.ts";

let siteId = 7_600;
let clock: ReturnType<typeof freezeSiteClock>;
const queue = Object.getPrototypeOf(env.SITE_EVENTS) as Queue;

beforeEach(() => {
  siteId += 1;
  clock = freezeSiteClock();
});

/** Numbers and presence of statuses sent from now on. */
function listen() {
  const send = vi.spyOn(queue, "send").mockResolvedValue(undefined as never);
  return () =>
    send.mock.calls
      .map(([body]) => body as SiteEvent)
      .flatMap((event) =>
        event.siteId === siteId && event.kind === "status" ? [[event.sequence, event.online]] : [],
      );
}

const isDelivered = () =>
  expect
    .poll(async () => (await lookInside(siteId)).outbox)
    .toMatchObject({ status: { delivered: true } });

async function poll(held?: number): Promise<void> {
  clock.forward(10 * 60_000);
  await pollSite(siteId, held);
  await isDelivered();
}

test("a site that is polled although it is offline says so again", async () => {
  const logger = await connectLogger(siteId);
  logger.socket.close(1000, "bye");
  await logger.closed;
  await isDelivered();
  const reported = listen();
  await poll();
  await poll();
  expect(reported()).toEqual([
    [2, false],
    [2, false],
  ]);
  clock.forward(9 * 60_000);
  await pollSite(siteId);
  await isDelivered();
  expect(reported()).toHaveLength(2);
});

test("a poller that missed the newest status gets it again, once in ten minutes, and one that has it does not", async () => {
  const logger = await connectLogger(siteId);
  await logger.ask(sample("a", clock.now(), { FFFF000170: "standby" }));
  await isDelivered();
  const reported = listen();
  const comeBy = async (held: number) => {
    await logger.ask(sample(`b-${clock.now()}`, clock.now(), { FFFF000120: 1 }));
    await pollSite(siteId, held);
    await isDelivered();
    return reported().length;
  };
  expect(await comeBy(1)).toBe(0);
  clock.forward(10 * 60_000);
  expect(await comeBy(2)).toBe(0);
  expect(await comeBy(1)).toBe(1);
  clock.forward(9 * 60_000);
  expect(await comeBy(1)).toBe(1);
  clock.forward(60_000);
  expect(await comeBy(1)).toBe(2);
  expect(reported()).toEqual([
    [2, true],
    [2, true],
  ]);
});

test("a poller that knows a greater number than was ever issued gets one that counts", async () => {
  await connectLogger(siteId);
  await isDelivered();
  const reported = listen();
  await pollSite(siteId, 40);
  await isDelivered();
  expect(reported()).toEqual([[41, true]]);
  await pollSite(siteId, 41);
  await isDelivered();
  expect(reported()).toHaveLength(1);
});

test("an online site that is not polled delivers its status once an hour, across hibernation", async () => {
  const logger = await connectLogger(siteId);
  await isDelivered();
  const reported = listen();
  const pass = async (rounds: number, isPolled: boolean) => {
    for (let round = 0; round < rounds; round++) {
      clock.forward(100_000);
      await logger.ask(sample(`m-${clock.now()}`, clock.now(), { FFFF000120: round }));
      if (round % 20 === 0) await disturb(siteId, "hibernate", logger);
      if (isPolled) await pollSite(siteId, 1);
      const { alarmAt } = await lookInside(siteId);
      if (alarmAt !== null && alarmAt <= clock.now())
        expect(await runDurableObjectAlarm(siteStub(siteId))).toBe(true);
    }
    await isDelivered();
    return reported().length;
  };
  expect(await pass(40, true)).toBe(0);
  expect(await pass(35, false)).toBe(0);
  expect(await pass(2, false)).toBe(1);
  expect(await pass(38, false)).toBe(2);
  expect(new Set(reported().flat())).toEqual(new Set([1, true]));
});
