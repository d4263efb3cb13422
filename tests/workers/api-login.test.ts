import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { PASSWORD_COST } from "#database/auth/password-hash.ts";
import problems from "#locales/en/problems.json";
import { contextOf } from "#workers/services.ts";
import { callApi } from "../support/call-api.ts";
import { PASSWORD, seedUsers } from "../support/seed-users.ts";
import { LOW_COST } from "../support/test-context.ts";

const LOGIN = "/auth/v2/login";
const account = "owner@example.org";

beforeAll(async () => {
  await seedUsers();
  // What is looked at is not what a hash costs.
  contextOf(env).passwordCost = LOW_COST;
});

test("a login returns a token and the user's data", async () => {
  const { status, body } = await callApi(LOGIN, { account, password: PASSWORD });
  expect(status).toBe(200);
  expect(body.data).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    userInfo: {
      id: 1,
      name: "The owner",
      type: 1,
      email: account,
      pubKey: expect.stringMatching(/^[\w-]{43}$/),
      novaLanguage: "en",
    },
  });
});

test("the token is nowhere in the database", async () => {
  const { body } = await callApi(LOGIN, { account, password: PASSWORD });
  const { token } = body.data as { token: string };
  const { results } = await env.DB.prepare("select * from sessions").all();
  expect(results.length).toBeGreaterThan(0);
  expect(JSON.stringify(results)).not.toContain(token);
});

test("the account is trimmed and case-insensitive, the password is neither", async () => {
  const asked = { account: "  Owner@Example.ORG ", password: PASSWORD };
  expect((await callApi(LOGIN, asked)).status).toBe(200);
  expect((await callApi(LOGIN, { account, password: PASSWORD.toUpperCase() })).status).toBe(401);
});

test("an unknown account and a wrong password get the same answer", async () => {
  const wrong = await callApi(LOGIN, { account, password: "wrong1234" });
  const unknown = await callApi(LOGIN, {
    account: "unregistered@example.org",
    password: "wrong1234",
  });
  expect(wrong.status).toBe(401);
  expect(wrong.body).toEqual({ code: 401, message: problems.wrongLogin });
  expect(unknown.body).toEqual(wrong.body);
  expect([...unknown.headers]).toEqual([...wrong.headers]);
});

test("a password under six characters and a missing account are reported per field", async () => {
  const { status, body } = await callApi(LOGIN, { password: "12345" });
  expect(status).toBe(422);
  expect(body.data).toEqual({ fields: { account: "required", password: "passwordTooShort" } });
});

test("ten failures of an account from an address, then wait, right password or not", async () => {
  for (const name of ["monitor", "unregistered"]) {
    const from = { "CF-Connecting-IP": "192.0.2.10" };
    const guess = { account: `${name}@example.org`, password: "guess123" };
    const guesses = await Promise.all(
      Array.from({ length: 14 }, () => callApi(LOGIN, guess, from)),
    );
    expect(guesses.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(10).fill(401),
      ...Array<number>(4).fill(429),
    ]);
    const { status, headers } = await callApi(LOGIN, { ...guess, password: PASSWORD }, from);
    expect(status).toBe(429);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(890);
    expect(Number(headers.get("Retry-After"))).toBeLessThanOrEqual(900);
  }
  const elsewhere = { "CF-Connecting-IP": "192.0.2.11" };
  const right = { account: "monitor@example.org", password: PASSWORD };
  expect((await callApi(LOGIN, right, elsewhere)).status).toBe(200);
});

/** How often each status came. */
function countStatuses(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test("right passwords never count, however many come at once", async () => {
  const from = { "CF-Connecting-IP": "192.0.2.14" };
  const right = { account, password: PASSWORD };
  const answers = await Promise.all(Array.from({ length: 40 }, () => callApi(LOGIN, right, from)));
  expect(countStatuses(answers)).toEqual({ 200: 40 });
  const left = "select count(*) n from login_failures where pending";
  expect(await env.DB.prepare(left).first("n")).toBe(0);
});

test("among wrong passwords at the same time the right one gets through before the tenth, not after", async () => {
  const from = { "CF-Connecting-IP": "192.0.2.15" };
  const right = { account, password: PASSWORD };
  const wrong = { account, password: "guess123" };
  const mixed = [...Array<object>(9).fill(wrong), ...Array<object>(20).fill(right)];
  const answers = await Promise.all(mixed.map((body) => callApi(LOGIN, body, from)));
  expect(countStatuses(answers)).toEqual({ 200: 20, 401: 9 });
  await callApi(LOGIN, right, from);
  const guesses = [...Array<object>(60).fill(wrong), right];
  const guessed = await Promise.all(guesses.map((body) => callApi(LOGIN, body, from)));
  expect(countStatuses(guessed)).toEqual({ 401: 10, 429: 51 });
});

test("an attempt waits for others under way, but not for those that broke off", async () => {
  const from = { "CF-Connecting-IP": "192.0.2.16" };
  const right = { account, password: PASSWORD };
  await callApi(LOGIN, { ...right, password: "guess123" }, from);
  const fill = (agoMs: number) =>
    env.DB.prepare(
      `with recursive n(i) as (values(1) union all select i + 1 from n where i < 10)
       insert into login_failures (subject, at, pending)
       select (select subject from login_failures order by id desc limit 1), ?, 1 from n`,
    )
      .bind(Date.now() - agoMs)
      .run();
  await fill(31_000);
  expect((await callApi(LOGIN, right, from)).status).toBe(200);
  await env.DB.exec("update login_failures set at = at + 30000 where pending");
  const waiting = callApi(LOGIN, right, from);
  const first = await Promise.race([waiting, callApi("/unknown", {})]);
  expect(first.status).toBe(404);
  await env.DB.exec("delete from login_failures where pending");
  expect((await waiting).status).toBe(200);
});

test("a success clears the failures before it, and expired failures do not count", async () => {
  const from = { "CF-Connecting-IP": "192.0.2.12" };
  const right = { account: "full@example.org", password: PASSWORD };
  const wrong = { ...right, password: "guess123" };
  for (let round = 0; round < 2; round++) {
    for (let guess = 0; guess < 9; guess++) await callApi(LOGIN, wrong, from);
    expect((await callApi(LOGIN, right, from)).status).toBe(200);
  }
  for (let guess = 0; guess < 10; guess++) await callApi(LOGIN, wrong, from);
  expect((await callApi(LOGIN, right, from)).status).toBe(429);
  await env.DB.exec("update login_failures set at = at - 900000");
  expect((await callApi(LOGIN, right, from)).status).toBe(200);
});

test("failed accounts and addresses cannot be read from the database", async () => {
  await callApi(LOGIN, { account, password: "wrong1234" }, { "CF-Connecting-IP": "192.0.2.13" });
  const { results } = await env.DB.prepare("select * from login_failures").all();
  expect(results.length).toBeGreaterThan(0);
  expect(JSON.stringify(results)).not.toMatch(/owner|example|192\.0\.2/);
});

test("a password stored at a lower cost is hashed again at the next sign-in", async () => {
  contextOf(env).passwordCost = PASSWORD_COST;
  const where = "select password_hash from users where account = 'stranger@example.org'";
  const right = { account: "stranger@example.org", password: PASSWORD };
  const from = { "CF-Connecting-IP": "192.0.2.77" };
  expect(await env.DB.prepare(where).first("password_hash")).toMatch(/^scrypt\$4\$8\$1\$/);
  expect((await callApi(LOGIN, right, from)).status).toBe(200);
  expect(await env.DB.prepare(where).first("password_hash")).toMatch(/^scrypt\$15\$8\$3\$/);
  expect((await callApi(LOGIN, right, from)).status).toBe(200);
});
