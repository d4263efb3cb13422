import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { connect } from "#database/connect.ts";
import { deleteExpiredMemberships } from "#database/members/membership-expiry.ts";
import { isDeliveryDue } from "#database/notifications/due-deliveries.ts";
import { countRows } from "../support/count-rows.ts";
import { database, seedUsers } from "../support/seed-users.ts";

const NOW = 1_790_000_000_000;

beforeAll(seedUsers);
beforeEach(async () => {
  await env.DB.exec("delete from notifications; delete from notices; delete from mails");
});

test("a minute without anything due reads a row of each index", async () => {
  const { database: counting, counted } = countRows();
  expect(await isDeliveryDue(connect(counting), NOW)).toBe(false);
  expect(await deleteExpiredMemberships(connect(counting), NOW)).toEqual([]);
  expect(counted).toMatchObject({ statements: 2, written: 0 });
  expect(counted.read).toBeLessThanOrEqual(10);
});

const NOTICE = `insert into notices (id, site_id, key, kind, log_id, level, alarm, email_interval, is_offline, start_time, created_at, next_at)
  values (1, 1, 'k', 'start', 1, 'fault', '{}', 60, 0, 0, 0, `;
const notification = (channel: string, dueAt: number, readyAt: number | null) =>
  `${NOTICE}null); insert into notifications (notice_id, site_id, user_id, channel, recipient, created_at, due_at, ready_at)
  values (1, 1, 1, '${channel}', '1', 0, ${dueAt}, ${readyAt})`;

test.each([
  ["a follow-up", `${NOTICE}${NOW})`, true],
  ["a later follow-up", `${NOTICE}${NOW + 1})`, false],
  ["a notification", notification("mail", NOW, null), true],
  ["a later notification", notification("mail", NOW + 1, null), false],
  ["a released push", notification("push", NOW + 1, NOW), true],
  ["a formed e-mail's notification", notification("mail", NOW + 1, NOW), false],
])("%s", async (_, statements, isDue) => {
  await env.DB.batch(statements.split(";").map((one) => env.DB.prepare(one)));
  expect(await isDeliveryDue(database, NOW)).toBe(isDue);
});

test("an e-mail that is due or to be deleted", async () => {
  const mail = (dueAt: number) =>
    env.DB.prepare(
      `insert into mails (cause, template, language, recipient, "values", message_id, created_at, due_at)
        values ('${dueAt}', 'code', 'en', 'a@example.org', '{}', '${dueAt}', 0, ${dueAt})`,
    ).run();
  await mail(NOW + 1);
  expect(await isDeliveryDue(database, NOW)).toBe(false);
  await mail(NOW);
  expect(await isDeliveryDue(database, NOW)).toBe(true);
});
