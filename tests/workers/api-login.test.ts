import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { callApi } from "../support/call-api.ts";
import { PASSWORD, seedPeople } from "../support/people.ts";

const LOGIN = "/auth/v2/login";
const account = "owner@example.org";

beforeAll(seedPeople);

test("a login gives a token and what is known of the person", async () => {
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

test("the account is trimmed and may be in capitals, the password may not", async () => {
  const asked = { account: "  Owner@Example.ORG ", password: PASSWORD };
  expect((await callApi(LOGIN, asked)).status).toBe(200);
  expect((await callApi(LOGIN, { account, password: PASSWORD.toUpperCase() })).status).toBe(401);
});

test("an unknown account and a wrong password get the same answer", async () => {
  const wrong = await callApi(LOGIN, { account, password: "wrong1234" });
  const unknown = await callApi(LOGIN, { account: "nobody@example.org", password: "wrong1234" });
  expect(wrong.status).toBe(401);
  expect(wrong.body).toEqual({ code: 401, message: "The account or the password is wrong" });
  expect(unknown.body).toEqual(wrong.body);
  expect([...unknown.headers]).toEqual([...wrong.headers]);
});

test("a password under six characters and a missing account are told field by field", async () => {
  const { status, body } = await callApi(LOGIN, { password: "12345" });
  expect(status).toBe(422);
  expect(body.data).toEqual({ fields: { account: "required", password: "passwordTooShort" } });
});

test("ten failures of an account from an address, then wait, right password or not", async () => {
  for (const name of ["monitor", "nobody-at-all"]) {
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

test("a success forgets the failures before it, and failures past their time do not count", async () => {
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

test("who failed from where cannot be read from the database", async () => {
  await callApi(LOGIN, { account, password: "wrong1234" }, { "CF-Connecting-IP": "192.0.2.13" });
  const { results } = await env.DB.prepare("select * from login_failures").all();
  expect(results.length).toBeGreaterThan(0);
  expect(JSON.stringify(results)).not.toMatch(/owner|example|192\.0\.2/);
});
