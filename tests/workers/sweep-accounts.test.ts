import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { HOUR_MS } from "#domain/units/durations.ts";
import { callOperation } from "#operations/call.ts";
import { sweep } from "#operations/jobs/sweep.ts";
import { sweepAccounts } from "#operations/jobs/sweep-accounts.ts";
import { sendCode } from "#operations/user/codes.ts";
import { readLinkToken } from "../support/read-mails.ts";
import { PASSWORD, seedUsers } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

const anonymous = { kind: "anonymous", endedElsewhere: false, address: "192.0.2.1" } as const;
const count = (table: string) => env.DB.prepare(`select count(*) n from ${table}`).first("n");

beforeAll(seedUsers);

test("expired codes, links and browsers are deleted, decoys at once", async () => {
  const context = testContext();
  const find = (email: string) =>
    callOperation("POST /user/v2/sendEmailResetPassword", { email }, anonymous, context);
  await find("owner@example.org");
  await find("none@example.org");
  await sendCode(
    context,
    { purpose: "register", address: "zoe@example.org" },
    { language: "en", name: "" },
  );
  const asked = { account: "full@example.org", password: PASSWORD };
  await callOperation("POST /auth/v2/login", asked, anonymous, context);
  expect(await count("links")).toBe(2);
  context.turn(1);
  await sweep(context);
  expect(await readLinkToken("owner@example.org")).not.toBe("");
  for (const table of ["links", "codes", "known_browsers"])
    expect(await count(table), table).toBe(1);
  context.turn(24 * HOUR_MS);
  await sweep(context);
  expect(await count("links")).toBe(0);
  expect(await count("codes")).toBe(0);
  expect(await count("known_browsers")).toBe(1);
  context.turn(180 * 24 * HOUR_MS);
  await sweep(context);
  expect(await count("known_browsers")).toBe(0);
});

test("an account that is not activated is deleted a week after its last link expired, and no other", async () => {
  const midnight = Date.UTC(2026, 10, 21);
  const context = testContext(midnight);
  const add = "insert into users (account, email, name, phone, password_hash, created_at) values";
  await env.DB.exec(
    `${add} ('idle', 'idle@example.org', 'Idle', '+4930', 'none', ${midnight}), ('late', 'late@example.org', 'Late', '+4931', 'none', ${midnight})`,
  );
  await env.DB.prepare("update users set created_at = 0 where activated_at is not null").run();
  const link =
    "insert into links (id, purpose, user_id, created_at, expires_at) select ? || account, ?, id, ?, ? from users where account = ?";
  const addLink = (id: string, account: string, purpose: string, createdAt: number, ms: number) =>
    env.DB.prepare(link)
      .bind(id, purpose, createdAt, createdAt + ms, account)
      .run();
  await addLink("a", "idle", "activate", midnight, 24 * HOUR_MS);
  await addLink("a", "late", "activate", midnight, 24 * HOUR_MS);
  await addLink("b", "late", "activate", midnight + 24 * HOUR_MS, 24 * HOUR_MS);
  await env.DB.exec(
    "insert into mails (cause, template, language, recipient, \"values\", message_id, created_at, due_at) values ('x', 'activate', 'en', 'idle@example.org', '{}', 'x', 0, 0)",
  );
  const turn = async (plannedAt = context.now()) => {
    await sweep(context);
    await sweepAccounts(context, plannedAt);
    const idle = "select account from users where activated_at is null order by account";
    const { results } = await env.DB.prepare(idle).all<{ account: string }>();
    return results.map(({ account }) => account);
  };
  const people = await count("users");
  context.turn(8 * 24 * HOUR_MS);
  expect(await turn()).toEqual(["idle", "late"]);
  context.turn(1);
  expect(await turn(context.now() + 12 * HOUR_MS)).toEqual(["idle", "late"]);
  expect(await turn(midnight)).toEqual(["late"]);
  expect(await count("mails where recipient = 'idle@example.org'")).toBe(0);
  context.turn(24 * HOUR_MS);
  await addLink("c", "late", "resetPassword", context.now(), HOUR_MS / 2);
  expect(await turn(midnight)).toEqual(["late"]);
  context.turn(HOUR_MS);
  expect(await turn(midnight)).toEqual([]);
  expect(await count("users")).toBe(Number(people) - 2);
});
