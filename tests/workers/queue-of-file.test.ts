import { createMessageBatch } from "cloudflare:test";
import { expect, test } from "vitest";
import { HOUR_MS } from "#domain/units/durations.ts";
import { queueOfFile } from "../support/queue-of-file.ts";

test("messages that a file before sent are acknowledged and not consumed", async () => {
  const now = Date.now();
  const bodies = [
    { id: "before", timestamp: new Date(now - HOUR_MS), attempts: 1, body: 1 },
    { id: "own", timestamp: new Date(now + HOUR_MS), attempts: 1, body: 2 },
  ];
  const consumed: string[] = [];
  await queueOfFile().consume(createMessageBatch("helioport-mails", bodies), async (own) => {
    expect(queueOfFile().isIdle()).toBe(false);
    consumed.push(...own.messages.map(({ id }) => id));
  });
  expect(consumed).toEqual(["own"]);
  expect(queueOfFile().isIdle()).toBe(true);
});

test("no request leaves the machine", async () => {
  const response = await fetch("https://fcm.googleapis.com/");
  expect(response.status).toBe(502);
});
