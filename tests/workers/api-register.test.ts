import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { HOUR_MS } from "#domain/units/durations.ts";
import problems from "#locales/en/problems.json";
import { callOperation } from "#operations/call.ts";
import type { Caller } from "#operations/context.ts";
import { callApi } from "../support/call-api.ts";
import { readCode, readLinkToken, readMails } from "../support/read-mails.ts";
import { seedUsers } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

const REGISTER = "/user/v3/register";
const CAPTCHA = "/user/v2/register/emailCaptcha";
const ACTIVATE = "/auth/v2/activate";
const LOGIN = "/auth/v2/login";

beforeAll(seedUsers);

const newPerson = (email: string) => ({
  name: "Zoe",
  email,
  phone: "030 901820",
  country: "DE",
  city: "Berlin",
  password: "Kw7xTq20",
  confirmPassword: "Kw7xTq20",
  company: "Sun & Son",
  agreement: true as const,
});

/** Has a code sent, and gives it. */
async function askCode(email: string): Promise<string> {
  expect((await callApi(CAPTCHA, { email })).status).toBe(200);
  return readCode(email);
}

async function register(email: string, more: object = {}, path = REGISTER) {
  return callApi(path, { ...newPerson(email), captcha: await askCode(email), ...more });
}

const findUser = (email: string) =>
  env.DB.prepare("select * from users where account = ?").bind(email).first();

test("a stranger registers, is refused until the link in the e-mail was followed, and then signs in", async () => {
  const email = "zoe@example.org";
  const { status, body } = await register(email, { email: " Zoe@Example.ORG " });
  expect({ status, body }).toEqual({ status: 200, body: { code: 200, message: problems.success } });
  expect(await findUser(email)).toMatchObject({
    name: "Zoe",
    email,
    phone: "+4930901820",
    country: "DE",
    city: "Berlin",
    company: "Sun & Son",
    dealer: "",
    type: 1,
    activated_at: null,
    demo: 0,
  });
  expect((await readMails(email)).map(({ template }) => template)).toEqual([
    "registerCode",
    "activate",
  ]);
  const password = "Kw7xTq20";
  const wrong = await callApi(LOGIN, { account: email, password: "Kw7xTq21" });
  expect(wrong.body).toEqual({ code: 401, message: problems.wrongLogin });
  const early = await callApi(LOGIN, { account: email, password });
  expect(early.body.code).toBe(403);
  const token = await readLinkToken(email);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect((await callApi(ACTIVATE, { token })).status).toBe(200);
  const again = await callApi(ACTIVATE, { token });
  expect(again.body).toMatchObject({ code: 422, data: { fields: { token: "wrongLink" } } });
  expect((await callApi(LOGIN, { account: email, password })).status).toBe(200);
});

test("an address with an account gets the same answer, nothing changes, and its owner is notified", async () => {
  const email = "owner@example.org";
  const before = await findUser(email);
  const known = await register(email);
  const unknown = await register("unknown@example.org", {}, "/user/v2/register");
  expect(known.body).toEqual(unknown.body);
  expect(known.status).toBe(unknown.status);
  expect([...known.headers]).toEqual([...unknown.headers]);
  expect(await findUser(email)).toEqual(before);
  const [, reported] = await readMails(email);
  expect(reported).toMatchObject({ template: "alreadyRegistered" });
  expect(reported?.values.link).toBe("http://localhost:8787/login");
  expect((await readMails("unknown@example.org"))[1]?.template).toBe("activate");
});

test("the code must be there, right, for this address, and unused", async () => {
  const email = "code@example.org";
  const other = await askCode("another@example.org");
  const right = await askCode(email);
  const refusals = [
    [{}, "required"],
    [{ captcha: "12" }, "wrongCode"],
    ...(other === right ? [] : [[{ captcha: other }, "wrongCode"] as const]),
  ] as const;
  for (const [more, key] of refusals) {
    const { body } = await callApi(REGISTER, { ...newPerson(email), ...more });
    expect(body).toMatchObject({ code: 422, data: { fields: { captcha: key } } });
  }
  expect(await findUser(email)).toBeNull();
  const asked = { ...newPerson(email), captcha: right };
  expect((await callApi(REGISTER, asked)).status).toBe(200);
  expect((await callApi(REGISTER, asked)).status).toBe(422);
});

test.each([
  [{ name: " " }, { name: "required" }],
  [{ email: "not-an-address" }, { email: "wrongEmail" }],
  [{ phone: "12" }, { phone: "wrongPhone" }],
  [{ phone: "" }, { phone: "required" }],
  [{ country: "ZZ" }, { country: "wrongCountry" }],
  [{ city: "" }, { city: "required" }],
  [{ password: "abc12" }, { password: "passwordTooShort" }],
  [{ password: "abcdefgh123456789" }, { password: "passwordTooLong" }],
  [{ password: "Kw7xTq-20" }, { password: "passwordCharacters" }],
  [{ password: "Football" }, { password: "passwordFrequent" }],
  [{ confirmPassword: "Kw7xTq21" }, { confirmPassword: "passwordsDiffer" }],
  [{ agreement: false }, { agreement: "agreementRequired" }],
  [{ agreement: undefined }, { agreement: "agreementRequired" }],
])("a registration with %j returns %j", async (wrong, fields) => {
  const asked = { ...newPerson("wrong@example.org"), captcha: "000000", ...wrong };
  expect((await callApi(REGISTER, asked)).body).toMatchObject({ code: 422, data: { fields } });
});

test("blocked addresses and domains are taken neither at the first step nor at the second", async () => {
  await env.DB.exec(
    "insert into blocked_addresses values ('bad@example.org', 0), ('@blocked.example', 0)",
  );
  for (const email of ["bad@example.org", "Anyone@Blocked.example"]) {
    const refusal = { code: 422, data: { fields: { email: "addressBlocked" } } };
    expect((await callApi(CAPTCHA, { email })).body).toMatchObject(refusal);
    const asked = { ...newPerson(email), captcha: "000000" };
    expect((await callApi(REGISTER, asked)).body).toMatchObject(refusal);
  }
  expect((await callApi(CAPTCHA, { email: "good@sub.blocked.example" })).status).toBe(200);
});

test("asked for again within a minute, a code is refused alike for known and unknown addresses", async () => {
  const answers = [];
  for (const email of ["full@example.org", "none@example.org"]) {
    await askCode(email);
    const { status, body } = await callApi(CAPTCHA, { email });
    answers.push({ status, body });
    expect(await readMails(email)).toHaveLength(1);
  }
  expect(answers[0]?.status).toBe(429);
  expect(answers[1]).toEqual(answers[0]);
});

test("fifty registrations at once with one code make one account", async () => {
  const email = "race@example.org";
  const captcha = await askCode(email);
  const context = testContext(Date.now());
  const input = { ...newPerson(email), captcha };
  const caller: Caller = { kind: "anonymous", endedElsewhere: false, address: "192.0.2.1" };
  const attempts = Array.from({ length: 50 }, () =>
    callOperation("POST /user/v3/register", input, caller, context),
  );
  const outcomes = await Promise.allSettled(attempts);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await readMails(email)).map(({ template }) => template)).toEqual([
    "registerCode",
    "activate",
  ]);
  const token = await readLinkToken(email);
  const activations = Array.from({ length: 50 }, () =>
    callOperation("POST /auth/v2/activate", { token }, caller, context),
  );
  const activated = await Promise.allSettled(activations);
  expect(activated.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("the link of the first e-mail opens for a day, and only what it is for", async () => {
  const email = "late@example.org";
  await register(email);
  const token = await readLinkToken(email);
  const caller: Caller = { kind: "anonymous", endedElsewhere: false, address: "192.0.2.1" };
  const late = testContext(Date.now() + 24 * HOUR_MS);
  const wrongLink = { code: "invalid", details: { fields: { token: "wrongLink" } } };
  await expect(
    callOperation("POST /auth/v2/activate", { token }, caller, late),
  ).rejects.toMatchObject(wrongLink);
  const twice = { password: "Kw7xTq22", confirmPassword: "Kw7xTq22" };
  const reset = await callApi("/auth/v2/resetPassword", { token, ...twice });
  expect(reset.body).toMatchObject({ code: 422, data: { fields: { token: "wrongLink" } } });
  expect((await callApi(ACTIVATE, { token })).status).toBe(200);
});
