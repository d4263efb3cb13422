import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SiteAlarmEvent } from "#protocol/alarms.ts";
import { consumeSiteEvents } from "#workers/queue.ts";
import { callAs, type DataOf, signIn } from "../support/call-api.ts";
import { MessageQueue } from "../support/message-queue.ts";
import { ALPHA, seedUsers } from "../support/seed-users.ts";
import { connectLogger, type LoggerSocket } from "../support/site-logger.ts";

const ALL = "/site/v2/alarm/all/page";
type Row = DataOf<typeof ALL>["rows"][number];
type Body = SiteAlarmEvent | { kind: "status" | "metrics" | "limited" | "round" };

// What objects send is written down and consumed by the test, in its order.
const queue = Object.getPrototypeOf(env.SITE_EVENTS) as Queue;
const { send, sendBatch } = queue;
const sent = new MessageQueue<Body>();
const metadata = { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };

let owner = "";
let logger: LoggerSocket;

beforeAll(async () => {
  queue.send = async (body) => {
    sent.take(body as Body);
    return metadata;
  };
  queue.sendBatch = async (messages) => {
    for (const { body } of messages) sent.take(body as Body);
    return metadata;
  };
  await seedUsers();
  owner = await signIn("owner");
  logger = await connectLogger(ALPHA, {
    equipment: [{ address: "003311", typeCode: "0033", model: "MK-5000", registers: [] }],
  });
});

afterAll(() => {
  Object.assign(queue, { send, sendBatch });
});

/** Waits for the state of an alarm that passes, and consumes it with all that came before. */
async function consumeUntil(test: (alarm: SiteAlarmEvent["alarm"]) => boolean): Promise<void> {
  const last = await sent.next((body) => body.kind === "alarm" && test(body.alarm));
  const bodies = [...sent.drain().filter(({ kind }) => kind === "alarm"), last];
  const messages = bodies.map((body, place) => ({
    id: `m${place}`,
    timestamp: new Date(),
    attempts: 1,
    body,
  }));
  await consumeSiteEvents(createMessageBatch("helioport-site-events", messages), env);
}

async function readAll(): Promise<Row[]> {
  const { body } = await callAs(owner, ALL, {});
  return (body.data as DataOf<typeof ALL>).rows;
}

const event = (state: "raised" | "cleared") => ({
  eventNo: 12,
  address: "003311",
  level: "fault",
  state,
  at: Date.now(),
  message: "Hot",
});

test("an alarm goes from the logger to the page of all sites, is acknowledged there, ends and is hidden", async () => {
  await logger.ask({ cmd: 262, id: "raise", events: [event("raised")] });
  await consumeUntil(({ endTime }) => endTime === null);
  const [open] = await readAll();
  expect(open).toMatchObject({
    description: "Hot",
    deviceName: "MK-5000",
    eventNo: 12,
    endTime: null,
    acknowledged: null,
    site: { id: ALPHA },
  });
  const alarms = [{ siteId: ALPHA, logId: open?.logId }];
  const { body } = await callAs(owner, "/site/v2/alarm/all/acknowledge", { alarms });
  expect(body.data).toEqual({ results: [{ result: "acknowledged" }] });
  await consumeUntil(({ acknowledgedAt }) => acknowledgedAt !== null);
  expect((await readAll())[0]?.acknowledged).toMatchObject({ by: "The owner" });
  await logger.ask({ cmd: 262, id: "clear", events: [event("cleared")] });
  await consumeUntil(({ endTime }) => endTime !== null);
  expect(await readAll()).toMatchObject([{ logId: open?.logId, reason: "cleared" }]);
  const input = { id: ALPHA, logIds: [open?.logId] };
  expect((await callAs(owner, "/site/v2/alarm/logger/batchdel", input)).status).toBe(200);
  expect(await readAll()).toEqual([]);
});
