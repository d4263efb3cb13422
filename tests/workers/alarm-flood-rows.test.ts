import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { MAX_MIRRORED } from "#database/alarms/site-alarms.ts";
import { writeAlarmEvents } from "#database/alarms/write-alarm-events.ts";
import { connect } from "#database/connect.ts";
import { countRows } from "../support/count-rows.ts";
import { NoticeWorld } from "../support/notice-world.ts";
import { restoreUsers } from "../support/restore-users.ts";
import { ALPHA } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

const NOON = Date.UTC(2026, 10, 24, 12);
let world: NoticeWorld;

beforeEach(async () => {
  await restoreUsers();
  await env.DB.exec("delete from site_alarms");
  await env.DB.exec("delete from notices");
  await env.DB.exec("update memberships set receives_alarms = 1");
  await env.DB.exec("update users set alarm_mails = 1");
  world = new NoticeWorld(testContext(NOON));
});

/** Returns the rows that writing the end of an alarm reads. */
async function rowsOfEnd(logId: number): Promise<number> {
  await world.write(world.event(ALPHA, logId, "start"));
  const { database, counted } = countRows();
  const end = world.event(ALPHA, logId, "end", { endTime: NOON, reason: "recovered" });
  const failures = await writeAlarmEvents(connect(database), [end], NOON);
  expect(failures.size).toBe(0);
  return counted.read;
}

test("writing an alarm reads no more rows however many alarms the site has had", async () => {
  const first = await rowsOfEnd(1);
  const flood = Array.from({ length: 200 }, (_, index) => world.event(ALPHA, index + 2, "start"));
  await world.write(...flood);
  const later = await rowsOfEnd(300);
  expect(later).toBeLessThanOrEqual(first + 20);
});

test("a flood of alarms at a site leaves the newest ended ones and all open ones in D1", async () => {
  const open = world.event(ALPHA, 1, null);
  const ended = Array.from({ length: 1_150 }, (_, index) =>
    world.event(ALPHA, index + 2, null, { endTime: NOON, reason: "recovered" }),
  );
  await world.write(open, ...ended);
  const rows = await env.DB.prepare("select log_id as id from site_alarms order by log_id").all<{
    id: number;
  }>();
  const ids = rows.results.map(({ id }) => id);
  expect(ids[0]).toBe(1);
  expect(ids.at(-1)).toBe(1_151);
  expect(ids.length).toBeLessThanOrEqual(MAX_MIRRORED + 64 + 1);
});
