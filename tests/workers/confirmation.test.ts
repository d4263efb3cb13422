import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { operations } from "#operations/table.ts";
import { contextOf } from "#workers/services.ts";
import { callApi, callAs, signInOnly } from "../support/call-api.ts";
import { labelOf, registerModules } from "../support/claims.ts";
import { readMails } from "../support/read-mails.ts";
import { restoreUsers } from "../support/restore-users.ts";
import { fetchKeys, openData, post, sealCall } from "../support/seal-call.ts";
import { ALPHA, BETA, PASSWORD } from "../support/seed-users.ts";

let session = "";
let number = 0;

beforeEach(async () => {
  await restoreUsers();
  // Some of the calls are those of an operator.
  await env.DB.exec("update users set type = 9 where account = 'owner@example.org'");
  session = await signInOnly("owner");
});

const count = (query: string) => env.DB.prepare(query).first<number>("n");
const confirm = { password: PASSWORD };

/** Calls that the finder of a session or token must not make. */
async function irreversible(): Promise<Record<string, object>> {
  number += 1;
  const serial = `CONFIRM-${number}`;
  await registerModules([serial]);
  const other = await signInOnly("owner");
  const { body } = await callAs(other, "/user/v2/session/list", {});
  const { list } = body.data as { list: { id: string; current: boolean }[] };
  return {
    "/site/v2/user/invite": { id: ALPHA, email: "full@example.org", as: "owner" },
    "/site/v2/unlink": { id: ALPHA, name: "Alpha roof" },
    "/site/v2/delete": { id: ALPHA, name: "Alpha roof" },
    "/site/v2/replaceSystemId": { id: ALPHA, ...labelOf(serial) },
    "/site/v2/archive/add": { id: ALPHA },
    "/user/v2/archive/add": {},
    "/user/v2/token/add": { name: "x", scope: "manage", days: 365 },
    // Signed in last and used last: the one that asks is another one.
    "/user/v2/session/delete": { id: list.find(({ current }) => current)?.id },
    "/site/v2/webhook/update": { id: ALPHA, url: "https://thief.example.org/" },
    "/site/v2/webhook/rotate": { id: ALPHA },
    "/site/v2/rollout/start": { rolloutId: 1 },
    "/site/v2/rollout/approve": { rolloutId: 1 },
    "/platform/v2/user/updateRule": { id: 1, rule: 1 },
    "/platform/v2/module/add": { serial: `${serial}-N`, type: "K1" },
    "/platform/v2/module/import": { modules: [{ serial: `${serial}-N`, type: "K1" }], apply: true },
    "/platform/v2/module/delete": { serial },
    "/user/v2/updateAccountAndEmail": {
      email: "thief@example.org",
      oldCode: "123456",
      newCode: "123456",
    },
  };
}

async function readAll(): Promise<string> {
  const tables = [
    "sites",
    "modules",
    "invitations",
    "transfers",
    "access_tokens",
    "archive_tasks",
    "mails",
  ];
  const rows = await env.DB.batch([
    ...tables.map((table) => env.DB.prepare(`select * from ${table} order by 1`)),
    env.DB.prepare("select id, ended_at, confirmed_at from sessions order by 1"),
    env.DB.prepare("select id, email from users order by 1"),
  ]);
  return JSON.stringify(rows.map(({ results }) => results));
}

test("a session without a confirmation transfers, unlinks, deletes and creates nothing", async () => {
  const calls = await irreversible();
  const before = await readAll();
  for (const [path, input] of Object.entries(calls)) {
    const { status, body } = await callAs(session, path, input);
    expect({ path, status, data: body.data }).toEqual({
      path,
      status: 403,
      data: { reason: "confirmationRequired" },
    });
  }
  expect(await readAll()).toBe(before);
});

test("every operation of that list declares that it requires a confirmation, and no other does", async () => {
  const calls = Object.keys(await irreversible()).map((path) => `POST ${path}`);
  const declared = operations.filter(({ access }) => "confirm" in access && access.confirm);
  expect(declared.map(({ path }) => path).toSorted()).toEqual(calls.toSorted());
});

test("no token does any of it, with the password neither", async () => {
  const input = { name: "x", scope: "manage", days: 1, confirm };
  const made = await callAs(session, "/user/v2/token/add", input);
  const { token } = made.body.data as { token: string };
  const calls = await irreversible();
  // Its first use is written down.
  expect((await callAs(token, "/user/v2/get", {})).status).toBe(200);
  const before = await readAll();
  for (const [path, input] of Object.entries(calls)) {
    for (const more of [{}, { confirm }]) {
      const { status, body } = await callAs(token, path, { ...input, ...more });
      expect({ path, status, data: body.data }).toEqual({
        path,
        status: 403,
        data: { reason: "sessionRequired" },
      });
    }
  }
  expect((await callAs(token, "/auth/v2/confirm", confirm)).status).toBe(403);
  expect(await readAll()).toBe(before);
});

test("the password in the call does it once, and nothing after it", async () => {
  const input = { name: "x", scope: "read", days: 1 };
  expect((await callAs(session, "/user/v2/token/add", { ...input, confirm })).status).toBe(200);
  expect((await callAs(session, "/user/v2/token/add", input)).status).toBe(403);
});

test("a confirmation counts for ten minutes, for its own session, plain and sealed", async () => {
  const input = { name: "x", scope: "read", days: 1 };
  const other = await signInOnly("owner");
  const { status, body } = await callAs(session, "/auth/v2/confirm", confirm);
  expect(status).toBe(200);
  expect((body.data as { expires: number }).expires).toBeGreaterThan(Date.now() + 590_000);
  expect((await callAs(session, "/user/v2/token/add", input)).status).toBe(200);
  expect((await callAs(other, "/user/v2/token/add", input)).status).toBe(403);
  await env.DB.exec("update sessions set confirmed_at = confirmed_at - 600000");
  expect((await callAs(session, "/user/v2/token/add", input)).status).toBe(403);
  const [key] = (await fetchKeys()).keys;
  const sealed = sealCall(key, "/api/auth/v2/confirm", confirm);
  const answer = await post(sealed.path, sealed.body, { Authorization: other });
  expect(answer.status).toBe(200);
  expect(openData(sealed, answer)).toEqual({ expires: expect.any(Number) });
  expect((await callAs(other, "/user/v2/token/add", input)).status).toBe(200);
});

test("input comes before permission, permission before the confirmation", async () => {
  const full = await signInOnly("full");
  const statusOf = async (token: string, path: string, input: object) => {
    const { status, body } = await callAs(token, path, input);
    return [status, (body.data as { reason?: string } | undefined)?.reason];
  };
  expect(await statusOf("", "/site/v2/delete", { id: ALPHA, name: "x" })).toEqual([401, undefined]);
  expect(await statusOf(session, "/site/v2/delete", { id: ALPHA })).toEqual([422, undefined]);
  const malformed = { id: ALPHA, name: "x", confirm: "sunshine1" };
  expect(await statusOf(session, "/site/v2/delete", malformed)).toEqual([400, undefined]);
  for (const more of [{}, { confirm: { password: "wrong password" } }]) {
    const named = { id: ALPHA, name: "x", ...more };
    expect(await statusOf(full, "/site/v2/delete", named)).toEqual([403, undefined]);
    const absent = { ...named, id: 9_999 };
    expect(await statusOf(full, "/site/v2/delete", absent)).toEqual([404, undefined]);
  }
  const offer = { id: ALPHA, email: "full@example.org", as: "owner" };
  const administrator = await signInOnly("administrator");
  expect(await statusOf(administrator, "/site/v2/user/invite", offer)).toEqual([403, undefined]);
  expect(
    await statusOf(session, "/site/v2/user/invite", {
      ...offer,
      email: "new@example.net",
      as: "member",
    }),
  ).toEqual([200, undefined]);
});

test("wrong passwords are limited by account, from however many addresses they come", async () => {
  const wrong = { confirm: { password: "a wrong guess" } };
  const input = { id: BETA, name: "Beta 100%_farm" };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const { status, body } = await callApi(
      "/site/v2/unlink",
      { ...input, ...wrong },
      { Authorization: session, "CF-Connecting-IP": `192.0.2.${attempt}` },
    );
    statuses.push(status);
    if (status === 422)
      expect(body.data).toEqual({ fields: { "confirm.password": "wrongPassword" } });
  }
  expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
  expect((await callAs(session, "/auth/v2/confirm", confirm)).status).toBe(429);
  expect(await count(`select count(*) n from modules where site_id = ${BETA}`)).toBe(1);
});

test("an owner is notified of unlinks, deletions and new tokens, in their own language", async () => {
  await env.DB.exec("update users set mail_language = 'de' where account = 'owner@example.org'");
  await callAs(session, "/auth/v2/confirm", confirm);
  await callAs(session, "/user/v2/token/add", { name: "x", scope: "read", days: 1 });
  await callAs(session, "/site/v2/unlink", { id: ALPHA, name: "Alpha roof" });
  await callAs(session, "/site/v2/delete", { id: BETA, name: "Beta 100%_farm" });
  const mails = await readMails("owner@example.org");
  expect(mails.map(({ template }) => template)).toEqual([
    "tokenCreated",
    "moduleUnlinked",
    "siteDeleted",
  ]);
  const { results } = await env.DB.prepare("select distinct language from mails").all();
  expect(results).toEqual([{ language: "de" }]);
});

test("a token names the session that created it, and is revoked with it where that is asked for", async () => {
  const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
  const login = { account: "owner@example.org", password: PASSWORD };
  const { body } = await callApi("/auth/v2/login", login, { "User-Agent": agent });
  const { token: stolen } = body.data as { token: string };
  const input = { name: "x", scope: "manage", days: 365, confirm };
  const made = await callAs(stolen, "/user/v2/token/add", input);
  const { token } = made.body.data as { token: string };
  const listed = await callAs(session, "/user/v2/session/list", {});
  const { list } = listed.body.data as { list: { id: string; client: string; tokens: number }[] };
  const thief = list.find(({ tokens }) => tokens === 1);
  expect(thief?.client).toBe("Firefox, Linux");
  const tokens = await callAs(session, "/user/v2/token/list", {});
  expect(tokens.body.data).toMatchObject({
    list: [{ session: { id: thief?.id, client: "Firefox, Linux" } }],
  });
  const end = { id: thief?.id, tokens: true, confirm };
  expect((await callAs(session, "/user/v2/session/delete", end)).status).toBe(200);
  expect((await callAs(stolen, "/user/v2/get", {})).status).toBe(501);
  expect((await callAs(token, "/user/v2/get", {})).status).toBe(401);
  expect(await count("select count(*) n from access_tokens")).toBe(0);
});

test("to end one's own session is to sign out, and needs no confirmation", async () => {
  const { body } = await callAs(session, "/user/v2/session/list", {});
  const { list } = body.data as { list: { id: string; current: boolean }[] };
  const id = list.find(({ current }) => current)?.id;
  expect((await callAs(session, "/user/v2/session/delete", { id })).status).toBe(200);
});

test("a fifty-first session ends the one used longest ago, and the demo account has no cap", async () => {
  const put = (account: string) =>
    env.DB.prepare(
      `with recursive n(i) as (values(1) union all select i + 1 from n where i < 60)
       insert into sessions (id, user_id, created_at, last_used_at)
       select ? || i, (select id from users where account = ?), ?, ? + i from n`,
    )
      .bind(account, account, Date.now(), Date.now() - 1_000)
      .run();
  for (const account of ["monitor@example.org", "demo@example.org"]) await put(account);
  await signInOnly("monitor");
  await signInOnly("demo");
  const alive = (account: string) =>
    count(
      `select count(*) n from sessions s inner join users u on u.id = s.user_id where u.account = '${account}' and ended_at is null`,
    );
  expect(await alive("monitor@example.org")).toBe(50);
  expect(await alive("demo@example.org")).toBe(61);
  const ended = await env.DB.prepare(
    "select id from sessions where ended_at is not null and ended_by = 'elsewhere' order by last_used_at",
  ).all();
  expect(ended.results.slice(0, 2)).toEqual([
    { id: "monitor@example.org1" },
    { id: "monitor@example.org2" },
  ]);
});

test("a repeated sign-in in the same browser replaces its session, and other users keep theirs", async () => {
  const login = { account: "full@example.org", password: PASSWORD };
  const sameOrigin = { "Sec-Fetch-Site": "same-origin" };
  const first = await callApi("/auth/v2/login", login, sameOrigin);
  const elsewhere = await callApi("/auth/v2/login", login, sameOrigin);
  const cookie = first.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  expect(cookie).toContain("helioport_browser");
  const again = await callApi("/auth/v2/login", login, { ...sameOrigin, Cookie: cookie });
  const statuses = await Promise.all(
    [first, elsewhere, again].map(async ({ body }) => {
      const { token } = body.data as { token: string };
      return (await callAs(token, "/user/v2/get", {})).status;
    }),
  );
  expect(statuses).toEqual([401, 200, 200]);
});

test("a session ends 180 days after it signed in, though it is used", async () => {
  const age = 180 * 86_400_000;
  await env.DB.prepare("update sessions set created_at = ?")
    .bind(Date.now() - age + 60_000)
    .run();
  expect((await callAs(session, "/user/v2/get", {})).status).toBe(200);
  await env.DB.prepare("update sessions set created_at = ?")
    .bind(Date.now() - age)
    .run();
  expect((await callAs(session, "/user/v2/get", {})).status).toBe(401);
});

test("twenty sites within a minute need a confirmation after the fifth", async () => {
  const counter = contextOf(env).switchCounter(4_711);
  const asked = Array.from({ length: 20 }, (_, place) => ({ site: `site ${place}`, session: "s" }));
  const allowed = await Promise.all(asked.map((one) => counter.allow(one)));
  expect(allowed.filter(Boolean)).toHaveLength(5);
  // The first five may be switched back.
  expect(await counter.allow({ site: "site 0", session: "s" })).toBe(true);
  await counter.confirm("s", Date.now() + 600_000);
  expect(await counter.allow({ site: "site 19", session: "s" })).toBe(true);
  expect(await counter.allow({ site: "site 18", session: "another" })).toBe(false);
});
