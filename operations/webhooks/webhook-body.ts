import { z } from "zod";
import type { ReadyNotification } from "#database/webhooks/webhook-queue.ts";
import { eventLevel } from "#domain/alarms/event.ts";

/** The fields of an alarm that a webhook receives; ids of users are omitted. */
const sentAlarm = z.object({
  logId: z.int(),
  episode: z.int(),
  deviceName: z.string(),
  address: z.string().nullable(),
  source: z.string(),
  level: eventLevel,
  cause: z.looseObject({ kind: z.string() }),
  startTime: z.int(),
  dateTime: z.int(),
  endTime: z.int().nullable(),
  value: z.union([z.number(), z.string()]).nullable(),
  limit: z.number().nullable(),
  unit: z.string().nullable(),
  reason: z.string().nullable(),
});

/** Type of the event of a test delivery. */
export const TEST_TYPE = "webhook.test";

/**
 * Writes the JSON of a notification (docs/notifications.md, "Webhooks"): type, instant, and the site and its alarm.
 * @throws if the stored alarm cannot be read
 */
export function writeWebhookBody({
  siteId,
  site,
  kind,
  createdAt,
  alarm,
  summary,
}: Omit<ReadyNotification, "id" | "key" | "logId">): { type: string; body: string } {
  const type = `alarm.${kind}`;
  const data = {
    site: { id: siteId, name: site },
    alarm: sentAlarm.parse(JSON.parse(alarm)),
    ...(summary !== null && { summary: JSON.parse(summary) as unknown }),
  };
  return { type, body: writeBody(type, createdAt, data) };
}

/** Writes the JSON of a test. */
export function writeTestBody(siteId: number, now: number): { type: string; body: string } {
  return { type: TEST_TYPE, body: writeBody(TEST_TYPE, now, { site: { id: siteId } }) };
}

function writeBody(type: string, at: number, data: object): string {
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
}
