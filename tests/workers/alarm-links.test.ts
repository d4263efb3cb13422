import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { HOUR_MS } from "#domain/units/durations.ts";
import type { Caller } from "#operations/context.ts";
import { ALARM_LINK_MS, actionLinks } from "#operations/notifications/action-links.ts";
import {
  acknowledgeByLink,
  LINK_LIMIT,
  readAlarmLink,
  snoozeByLink,
  unsubscribeAlarmMails,
} from "#operations/notifications/link-actions.ts";
import { runOperation } from "#operations/operation.ts";
import { signUnsubscribeLink } from "#protocol/keys/alarm-link.ts";
import { NoticeWorld } from "../support/notice-world.ts";
import { restoreUsers } from "../support/restore-users.ts";
import { ALPHA } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

const NOON = Date.UTC(2026, 10, 24, 12);
const SIGNED_OUT: Caller = { kind: "anonymous", endedElsewhere: false, address: "192.0.2.1" };
const [FULL, MONITOR, STRANGER, DEMO] = [3, 4, 5, 6];

let calls: unknown[][] = [];
const object = {
  acknowledgeAlarm: async (...given: unknown[]) => {
    calls.push(["acknowledge", ...given]);
    return "done";
  },
  snoozeAlarm: async (...given: unknown[]) => {
    calls.push(["snooze", ...given]);
    return "done";
  },
};
let context = { ...testContext(NOON), siteObject: () => object as never };

beforeEach(async () => {
  calls = [];
  context = { ...testContext(NOON), siteObject: () => object as never };
  await restoreUsers();
  await env.DB.exec("delete from site_alarms");
  await env.DB.exec("update users set alarm_mails = 1");
  const world = new NoticeWorld(context);
  await world.write(world.event(ALPHA, 7, null));
});

const tokenFor = (userId: number, siteId = ALPHA, logId = 7) => {
  const { acknowledge } = actionLinks(context, { userId, siteId, logId });
  return new URL(acknowledge).searchParams.get("token") ?? "";
};
const wrong = { fields: { token: "wrongLink" } };

test("opening a link shows the alarm and changes nothing", async () => {
  const before = await env.DB.prepare("select * from site_alarms").all();
  const shown = await runOperation(readAlarmLink, { token: tokenFor(FULL) }, SIGNED_OUT, context);
  expect(shown).toMatchObject({ site: "Alpha roof", deviceName: "Battery", isAcknowledged: false });
  expect(calls).toEqual([]);
  expect((await env.DB.prepare("select * from site_alarms").all()).results).toEqual(before.results);
});

test("the button acts on the alarm as the user whom the link names, signed out", async () => {
  await runOperation(acknowledgeByLink, { token: tokenFor(FULL) }, SIGNED_OUT, context);
  await runOperation(snoozeByLink, { token: tokenFor(FULL), hours: 8 }, SIGNED_OUT, context);
  const author = { id: FULL, name: "The full" };
  expect(calls).toEqual([
    ["acknowledge", 7, author],
    ["snooze", 7, NOON + 8 * HOUR_MS, author],
  ]);
});

test("a link is refused after its time, without access at that moment, and for roles that may not act", async () => {
  const token = tokenFor(FULL);
  const refused = async (one: string) => {
    for (const operation of [readAlarmLink, acknowledgeByLink])
      await expect(
        runOperation(operation, { token: one }, SIGNED_OUT, context),
      ).rejects.toMatchObject({ code: "invalid", details: wrong });
    const input = { token: one, hours: 1 };
    await expect(runOperation(snoozeByLink, input, SIGNED_OUT, context)).rejects.toThrow();
  };
  for (const userId of [MONITOR, STRANGER, DEMO, 999]) await refused(tokenFor(userId));
  await refused(tokenFor(FULL, 999));
  await refused(`${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`);
  const held = await env.DB.prepare(
    "update memberships set ends_at = ? where user_id = ? returning 1",
  )
    .bind(NOON, FULL)
    .all();
  expect(held.results.length).toBeGreaterThan(0);
  await refused(token);
  await env.DB.prepare("update memberships set ends_at = null where user_id = ?").bind(FULL).run();
  context.turn(ALARM_LINK_MS);
  await refused(token);
  expect(calls).toEqual([]);
});

test("one POST ends the alarm e-mails of the user whom the link names, and of no other", async () => {
  const token = signUnsubscribeLink(context.keys, FULL);
  await runOperation(unsubscribeAlarmMails, { token }, SIGNED_OUT, context);
  await runOperation(unsubscribeAlarmMails, { token }, SIGNED_OUT, context);
  const { results } = await env.DB.prepare("select id from users where not alarm_mails").all();
  expect(results).toEqual([{ id: FULL }]);
  await expect(
    runOperation(unsubscribeAlarmMails, { token: tokenFor(FULL) }, SIGNED_OUT, context),
  ).rejects.toMatchObject({ code: "invalid" });
});

test("a link that others have acts only so often, because each action is recorded", async () => {
  const input = { token: tokenFor(FULL), hours: 1 as const };
  for (let turn = 0; turn < LINK_LIMIT.max; turn++)
    await runOperation(snoozeByLink, input, SIGNED_OUT, context);
  for (const operation of [snoozeByLink, acknowledgeByLink])
    await expect(runOperation(operation, input, SIGNED_OUT, context)).rejects.toMatchObject({
      code: "tooFast",
    });
  expect(calls).toHaveLength(LINK_LIMIT.max);
  const token = signUnsubscribeLink(context.keys, FULL);
  const turns = Array.from({ length: 40 }, () =>
    runOperation(unsubscribeAlarmMails, { token }, SIGNED_OUT, context),
  );
  const outcomes = await Promise.allSettled(turns);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
  context.turn(HOUR_MS);
  await runOperation(snoozeByLink, input, SIGNED_OUT, context);
});
