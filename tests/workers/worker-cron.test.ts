import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#domain/units/durations.ts";
import { digest } from "#protocol/keys/digest.ts";
import { runScheduled } from "#workers/cron.ts";
import { callApi, callAs, signIn } from "../support/call-api.ts";
import { ALPHA, seedUsers } from "../support/seed-users.ts";
import { recordSites } from "../support/sites-double.ts";

const turn = { cron: "*/5 * * * *", scheduledTime: Date.now() };
let token = "";

beforeEach(async () => {
  await seedUsers();
  await env.DB.exec("delete from sessions");
  token = await signIn("owner");
});

function change(set: string, ...values: unknown[]) {
  return env.DB.prepare(`update sessions set ${set}`)
    .bind(...values)
    .run();
}

function count(table: string): Promise<number | null> {
  return env.DB.prepare(`select count(*) n from ${table}`).first<number>("n");
}

test("a session unused for 30 days ends, with its sockets", async () => {
  await callAs(token, "/site/v2/socketTicket", { id: ALPHA });
  await change("last_used_at = ?", Date.now() - 31 * DAY_MS);
  const { env: recorded, reported } = recordSites();
  await runScheduled(turn, recorded);
  expect(reported).toEqual([[`site-${ALPHA}`, { session: digest(token) }]]);
  expect(await count("sessions")).toBe(0);
});

test("sites not yet notified of an ended session are notified, and it is kept until then", async () => {
  await callAs(token, "/site/v2/socketTicket", { id: ALPHA });
  await change("ended_at = ?, ended_by = 'self'", Date.now());
  const { env: recorded, reported } = recordSites();
  const away = { ...recorded, SITES: { ...recorded.SITES, get: () => ({}) } as never };
  await runScheduled(turn, away);
  expect([await count("sessions"), await count("session_sites")]).toEqual([1, 1]);
  await runScheduled(turn, recorded);
  expect(reported).toHaveLength(1);
  expect([await count("sessions"), await count("session_sites")]).toEqual([0, 0]);
});

test("a session ended from elsewhere is remembered for 30 days", async () => {
  await change("ended_at = ?, ended_by = 'elsewhere'", Date.now() - 29 * DAY_MS);
  await runScheduled(turn, env);
  expect(await count("sessions")).toBe(1);
  await change("ended_at = ?", Date.now() - 30 * DAY_MS - 1);
  await runScheduled(turn, env);
  expect(await count("sessions")).toBe(0);
});

test("a session in use stays, with the sites where it has sockets", async () => {
  await callAs(token, "/site/v2/socketTicket", { id: ALPHA });
  await runScheduled(turn, env);
  expect([await count("sessions"), await count("session_sites")]).toEqual([1, 1]);
});

test("expired failed logins are deleted", async () => {
  await callApi("/auth/v2/login", { account: "owner@example.org", password: "wrong123" });
  await runScheduled(turn, env);
  // One for the account from this address, one for the account from anywhere.
  expect(await count("login_failures")).toBe(2);
  await env.DB.exec("update login_failures set at = at - 900001");
  await runScheduled(turn, env);
  expect(await count("login_failures")).toBe(0);
});
