import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import problems from "#locales/en/problems.json";
import { callOperation } from "#operations/call.ts";
import type { Context } from "#operations/context.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { digest } from "#protocol/keys/digest.ts";
import type { Revocation } from "#protocol/site-rpc.ts";
import { callApi, callAs, signIn } from "../support/call-api.ts";
import { readLinkToken, readMails } from "../support/read-mails.ts";
import { ALPHA, BETA, PASSWORD, seedUsers } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

const FIND = "/user/v2/sendEmailResetPassword";
const RESET = "/auth/v2/resetPassword";
const LOGIN = "/auth/v2/login";
const wrongLink = { code: "invalid", details: { fields: { token: "wrongLink" } } };
const anonymous = { kind: "anonymous", endedElsewhere: false, address: "192.0.2.1" } as const;

beforeAll(seedUsers);

const twice = (password: string) => ({ password, confirmPassword: password });

/** Has a link sent, and gives its token. */
async function askLink(context: Context, email: string): Promise<string> {
  await callOperation("POST /user/v2/sendEmailResetPassword", { email }, anonymous, context);
  return readLinkToken(email);
}

function reset(context: Context, token: string, password = "Kw7xTq22") {
  return callOperation(
    "POST /auth/v2/resetPassword",
    { token, ...twice(password) },
    anonymous,
    context,
  );
}

test("the link in the e-mail sets a new password, and ends all that was signed in", async () => {
  const email = "owner@example.org";
  const tokens = [await signIn("owner"), await signIn("owner")];
  for (const token of tokens)
    expect((await callAs(token, "/site/v2/socketTicket", { id: ALPHA })).status).toBe(200);
  await env.DB.prepare(
    "insert into access_tokens (id, user_id, name, scope, created_at, expires_at) values ('t', 1, 'script', 'read', 0, 9e15)",
  ).run();
  expect((await callApi(FIND, { email })).body).toEqual({ code: 200, message: problems.success });
  const token = await readLinkToken(email);
  expect(token).toMatch(/^[\w-]{43}$/);
  const password = "Kw7xTq21";
  expect((await callApi(RESET, { token, ...twice(password) })).status).toBe(200);
  for (const session of tokens)
    expect((await callAs(session, "/site/v2/getSiteById", { id: ALPHA })).body.code).toBe(501);
  expect((await callApi(LOGIN, { account: email, password: PASSWORD })).status).toBe(401);
  expect((await callApi(LOGIN, { account: email, password })).status).toBe(200);
  for (const table of ["access_tokens", "session_sites"])
    expect(await env.DB.prepare(`select count(*) n from ${table}`).first("n"), table).toBe(0);
  expect((await readMails(email)).map(({ template, values }) => [template, values.name])).toEqual([
    ["resetPassword", "The owner"],
    ["passwordChanged", "The owner"],
  ]);
  const again = await callApi(RESET, { token, ...twice("Kw7xTq23") });
  expect(again.body).toMatchObject({ code: 422, data: { fields: { token: "wrongLink" } } });
});

test("the sockets of all sessions are closed where they may be", async () => {
  const sessions = [await signIn("full"), await signIn("full")];
  for (const session of sessions) {
    await callAs(session, "/site/v2/socketTicket", { id: ALPHA });
    await callAs(session, "/site/v2/socketTicket", { id: BETA });
  }
  const context = testContext();
  const closed: [number, Revocation][] = [];
  const siteObject: Context["siteObject"] = (siteId) => ({
    ...context.siteObject(siteId),
    endViewers: async (ended) => {
      closed.push([siteId, ended]);
      if (siteId === BETA) throw new Error("planted: not there");
    },
  });
  const log = { info: () => {}, error: () => {} };
  await reset({ ...context, siteObject, log }, await askLink(context, "full@example.org"));
  const expected = sessions.flatMap((session) =>
    [ALPHA, BETA].map((siteId) => [siteId, { session: digest(session) }]),
  );
  expect(closed).toHaveLength(expected.length);
  expect(closed).toEqual(expect.arrayContaining(expected));
  const { results } = await env.DB.prepare("select site_id from session_sites").all();
  expect(results).toEqual([{ site_id: BETA }, { site_id: BETA }]);
});

test("known and unknown addresses get the same answer, and no e-mail goes to the unknown one", async () => {
  const known = await callApi(FIND, { email: "administrator@example.org" });
  const unknown = await callApi(FIND, { email: "none@example.org" });
  const demo = await callApi(FIND, { email: "demo@example.org" });
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  expect([...unknown.headers]).toEqual([...known.headers]);
  expect(demo.body).toEqual(known.body);
  expect(await readMails("administrator@example.org")).toHaveLength(1);
  const waiting = "select recipient from mails where sent_at is null and recipient in (?, ?, '')";
  const { results } = await env.DB.prepare(waiting)
    .bind("none@example.org", "demo@example.org")
    .all();
  expect(results).toEqual([]);
});

test("a link for an unknown address opens nothing and is deleted by the next sweep", async () => {
  const context = testContext(Date.now());
  const bytes: Uint8Array[] = [];
  const randomBytes = (length: number) => {
    const made = context.randomBytes(length);
    bytes.push(made);
    return made;
  };
  await askLink({ ...context, randomBytes }, "never@example.org").catch(() => "");
  const tokens = bytes.map((made) => toBase64Url(made));
  for (const token of tokens) await expect(reset(context, token)).rejects.toMatchObject(wrongLink);
});

test("a link opens for half an hour", async () => {
  const context = testContext();
  const late = await askLink(context, "monitor@example.org");
  context.turn(30 * MINUTE_MS);
  await expect(reset(context, late)).rejects.toMatchObject(wrongLink);
  const next = await askLink(context, "monitor@example.org");
  context.turn(30 * MINUTE_MS - 1);
  await reset(context, next);
});

test("fifty with the same link at once: one sets its password", async () => {
  const context = testContext(Date.UTC(2026, 10, 22));
  const account = "stranger@example.org";
  const token = await askLink(context, account);
  const passwords = Array.from({ length: 50 }, (_, place) => `Kw7xTq${100 + place}`);
  const outcomes = await Promise.allSettled(
    passwords.map((password) => reset(context, token, password)),
  );
  const winners = passwords.filter((_, place) => outcomes[place]?.status === "fulfilled");
  expect(winners).toHaveLength(1);
  expect((await callApi(LOGIN, { account, password: winners[0] })).status).toBe(200);
  expect((await readMails(account)).map(({ template }) => template)).toEqual([
    "resetPassword",
    "passwordChanged",
  ]);
});

test("a user gets one link a minute, after ten in a day one each half hour, and the answers do not show it", async () => {
  const context = testContext(Date.UTC(2026, 10, 23));
  const email = "stranger@example.org";
  const before = (await readMails(email)).length;
  const sent = async () => (await readMails(email)).length - before;
  const asked = Array.from({ length: 50 }, () => askLink(context, email));
  await Promise.all(asked);
  expect(await sent()).toBe(1);
  for (let more = 0; more < 12; more++) {
    context.turn(MINUTE_MS);
    await askLink(context, email);
  }
  expect(await sent()).toBe(10);
  // Requests of others each minute leave one that opens at any time.
  for (let minutes = 0; minutes < 120; minutes++) {
    context.turn(MINUTE_MS);
    await askLink(context, email);
    const now = context.now();
    const open = "select count(*) n from links where used_at is null and expires_at > ?";
    expect(await env.DB.prepare(open).bind(now).first("n")).toBeGreaterThan(0);
  }
  expect(await sent()).toBe(14);
  await reset(context, await readLinkToken(email), "Kw7xTq29");
  context.turn(MINUTE_MS);
  await askLink(context, email);
  expect(await sent()).toBe(16);
});

test("a new password makes the other links void, and an account usable that was not activated", async () => {
  const context = testContext(Date.UTC(2026, 10, 25));
  const email = "administrator@example.org";
  await env.DB.prepare("update users set activated_at = null where account = ?").bind(email).run();
  const first = await askLink(context, email);
  context.turn(MINUTE_MS);
  const second = await askLink(context, email);
  await reset(context, second, "Kw7xTq24");
  await expect(reset(context, first)).rejects.toMatchObject(wrongLink);
  expect((await callApi(LOGIN, { account: email, password: "Kw7xTq24" })).status).toBe(200);
});

test("the new password must be one, twice", async () => {
  const asked = { token: "x", password: "123456", confirmPassword: "123456" };
  expect((await callApi(RESET, asked)).body).toMatchObject({
    data: { fields: { password: "passwordFrequent" } },
  });
  const differing = { token: "x", password: "Kw7xTq20", confirmPassword: "Kw7xTq21" };
  expect((await callApi(RESET, differing)).body).toMatchObject({
    data: { fields: { confirmPassword: "passwordsDiffer" } },
  });
});
