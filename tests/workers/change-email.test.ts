import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { callApi, callAs, signIn } from "../support/call-api.ts";
import { readCode, readMails } from "../support/read-mails.ts";
import { PASSWORD, seedUsers } from "../support/seed-users.ts";

const OLD = "monitor@example.org";
const FRESH = "fresh@example.org";
const TAKEN = "owner@example.org";
let token = "";

beforeAll(seedUsers);
beforeEach(async () => {
  await env.DB.exec("delete from codes; delete from mails;");
  token = await signIn("monitor");
});

const ask = (input: object, who = token) => callAs(who, "/user/v2/emailCaptcha", input);
const verify = (code: string) => callAs(token, "/user/v2/emailVerify", { code });
const change = (email: string, oldCode: string, newCode: string, who = token) =>
  callAs(who, "/user/v2/updateAccountAndEmail", { email, oldCode, newCode });
/** Another code than this one. */
const wrongOf = (code: string) => String((Number(code) + 1) % 1e6).padStart(6, "0");

async function sendBoth(email: string): Promise<[string, string]> {
  expect((await ask({ kind: "old" })).status).toBe(200);
  expect((await ask({ kind: "new", email })).status).toBe(200);
  return [await readCode(OLD), await readCode(email)];
}

test("a wrong code changes nothing, and the right one beside it stays good; both right change the address once", async () => {
  const [oldCode, newCode] = await sendBoth(FRESH);
  const refusals = [
    [await verify(wrongOf(oldCode)), { code: "wrongCode" }],
    [await change(FRESH, wrongOf(oldCode), newCode), { oldCode: "wrongCode" }],
    [await change(FRESH, oldCode, wrongOf(newCode)), { newCode: "wrongCode" }],
    [await change("other@example.org", oldCode, newCode), { newCode: "wrongCode" }],
    [await change(OLD, oldCode, newCode), { email: "sameEmail" }],
  ] as const;
  for (const [{ status, body }, fields] of refusals)
    expect([status, body.data]).toEqual([422, { fields }]);
  expect((await verify(oldCode)).status).toBe(200);
  expect((await verify(oldCode)).status).toBe(200);

  const both = await Promise.all([1, 2].map(() => change(FRESH, oldCode, newCode)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  const { body } = await callAs(token, "/user/v2/get", {});
  expect(body.data).toMatchObject({ account: FRESH, email: FRESH });
  expect((await readMails(OLD)).at(-1)).toMatchObject({
    template: "emailChanged",
    values: { name: "The monitor", email: FRESH },
  });
  const login = (account: string) =>
    callApi("/auth/v2/login", { account, password: PASSWORD }).then(({ status }) => status);
  expect([await login(OLD), await login(FRESH)]).toEqual([401, 200]);
  await env.DB.prepare("update users set account = ?, email = ? where id = 4").bind(OLD, OLD).run();
});

test("one user gets ten codes a day for new addresses, and e-mails to strangers contain no name", async () => {
  const addresses = Array.from({ length: 12 }, (_, index) => `stranger${index}@example.org`);
  const answers = await Promise.all(addresses.map((email) => ask({ kind: "new", email })));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 429, 429]);
  const { results } = await env.DB.prepare('select "values" from mails').all();
  expect(results).toHaveLength(10);
  expect(JSON.stringify(results)).not.toContain("monitor");
  const other = await signIn("full");
  expect((await ask({ kind: "new", email: "stranger99@example.org" }, other)).status).toBe(200);
});

test("a used address is treated like any other until the end, and then like a wrong code", async () => {
  const [oldCode, newCode] = await sendBoth(TAKEN);
  const taken = await change(TAKEN, oldCode, newCode);
  const wrong = await change(TAKEN, oldCode, wrongOf(newCode));
  expect([taken.status, taken.body]).toEqual([wrong.status, wrong.body]);
  expect((await callAs(token, "/user/v2/get", {})).body.data).toMatchObject({ email: OLD });
});

test("five wrong codes and the right one is worth nothing, though the other was right each time", async () => {
  const [oldCode, newCode] = await sendBoth(FRESH);
  for (let attempts = 0; attempts < 5; attempts += 1)
    await change(FRESH, oldCode, wrongOf(newCode));
  expect((await change(FRESH, oldCode, newCode)).status).toBe(422);
  expect((await verify(oldCode)).status).toBe(200);
});

test("codes belong to one user and one step", async () => {
  const [oldCode, newCode] = await sendBoth(FRESH);
  const other = await signIn("full");
  expect((await change(FRESH, oldCode, newCode, other)).status).toBe(422);
  expect((await change(FRESH, newCode, oldCode)).status).toBe(422);
  expect((await ask({ kind: "old" })).status).toBe(429);
  expect((await ask({ kind: "new" })).body.data).toEqual({ fields: { email: "required" } });
  expect((await ask({ kind: "old" }, await signIn("demo"))).status).toBe(403);
});

// Readings, "Passwords and codes": five attempts at each of ten codes a day.
test("guessing at the second step takes over no account", async () => {
  await ask({ kind: "old" });
  await ask({ kind: "new", email: TAKEN });
  const oldCode = await readCode(OLD);
  const guesses = Array.from({ length: 60 }, (_, guess) => String(guess * 13_577).padStart(6, "0"));
  const answers = await Promise.all(guesses.map((guess) => change(TAKEN, oldCode, guess)));
  expect(answers.every(({ status }) => status === 422)).toBe(true);
  const { results } = await env.DB.prepare("select email from users where id = 4").all();
  expect(results).toEqual([{ email: OLD }]);
});
