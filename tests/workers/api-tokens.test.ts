import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#domain/units/durations.ts";
import { digest } from "#protocol/keys/digest.ts";
import { runScheduled } from "#workers/cron.ts";
import { server } from "#workers/server.ts";
import { callApi, callAs, ORIGIN, signIn } from "../support/call-api.ts";
import {
  ABSENT,
  ALPHA,
  BETA,
  FOREIGN,
  GAMMA,
  PASSWORD,
  secretOf,
  seedUsers,
} from "../support/seed-users.ts";
import { recordSites } from "../support/sites-double.ts";
import { makeWrongTokens } from "../support/wrong-tokens.ts";

const LIST = "/site/v4/getListBySearchFilterAndReorder";
const SITE = "/site/v2/getSiteById";
const TICKET = "/site/v2/socketTicket";
const UUID = "0b0c1a52-6f6c-4d7e-9a52-1f1e6d0c9b7a";
type Token = { id: string; token: string; expireTime: number };
let session = "";

beforeAll(seedUsers);
beforeEach(async () => {
  await env.DB.exec("delete from access_tokens");
  session = await signIn("owner");
});

async function make(wanted: object = {}, own = session): Promise<Token> {
  const input = { name: "Script", scope: "read", days: 30, ...wanted };
  const { body } = await callAs(own, "/user/v2/token/add", input);
  return body.data as Token;
}

async function statusOf(token: string, path: string, input: object): Promise<number> {
  return (await callAs(token, path, input)).status;
}

test("a token is returned once, and only its SHA-256 is stored", async () => {
  const before = Date.now();
  const made = await make({ name: " Heating ", scope: "control", siteIds: [BETA, ALPHA, BETA] });
  expect(made.token).toMatch(/^hp_[\w-]{43}$/);
  expect(Math.round((made.expireTime - before) / DAY_MS)).toBe(30);
  const { token, ...listed } = made;
  expect(listed).toMatchObject({ name: "Heating", scope: "control", siteIds: [BETA, ALPHA] });
  const { body } = await callAs(session, "/user/v2/token/list", {});
  expect(body.data).toEqual({ list: [listed] });
  const { results } = await env.DB.prepare("select * from access_tokens").all();
  expect(results).toMatchObject([{ id: digest(token), name: "Heating" }]);
  expect(JSON.stringify(results)).not.toContain(token.slice(3));
  expect(made.id).not.toBe(digest(token));
});

test("a new token's fields are validated, and it lives a year at most", async () => {
  const path = "/user/v2/token/add";
  const whole = { name: "x", scope: "read", days: 365 };
  expect(await statusOf(session, path, { ...whole, siteIds: null })).toBe(200);
  for (const [wrong, code] of [
    [{ days: 366 }, 422],
    [{ days: 0 }, 422],
    [{ days: 1.5 }, 422],
    [{ days: "30" }, 400],
    [{ scope: "all" }, 422],
    [{ name: " " }, 422],
    [{ name: "x".repeat(101) }, 422],
    [{ siteIds: [] }, 422],
    [{ siteIds: Array.from({ length: 101 }, (_, place) => place + 1) }, 422],
    [{ siteIds: "1" }, 400],
    [{ siteIds: [ALPHA, ABSENT] }, 404],
    [{ siteIds: [FOREIGN] }, 404],
  ] as const)
    expect(await statusOf(session, path, { ...whole, ...wrong }), JSON.stringify(wrong)).toBe(code);
});

test("a person has fifty tokens at most", async () => {
  await env.DB.prepare(
    `with recursive n(i) as (values(1) union all select i + 1 from n where i < 49)
     insert into access_tokens select 't' || i, 1, '', 'read', null, 0, ?, null, null, null, null from n`,
  )
    .bind(Date.now() + DAY_MS)
    .run();
  expect(await statusOf(session, "/user/v2/token/add", { name: "x", scope: "read", days: 1 })).toBe(
    200,
  );
  expect(await statusOf(session, "/user/v2/token/add", { name: "x", scope: "read", days: 1 })).toBe(
    409,
  );
});

test("a token counts in the header, with and without Bearer, and never in the cookie", async () => {
  const { token } = await make();
  expect(await statusOf(token, LIST, {})).toBe(200);
  expect(await statusOf(`Bearer ${token}`, LIST, {})).toBe(200);
  const Cookie = `__Host-helioport_session=${token}`;
  expect((await callApi(LIST, {}, { Cookie, Origin: ORIGIN })).status).toBe(401);
});

test.each(["personal access token", "session"])(
  "500 variants that are no %s of anybody are not signed in, bare or as Bearer",
  async (kind) => {
    const { token: made, id } = await make({ scope: "manage" });
    const token = kind === "session" ? session : made;
    const { body } = await callAs(session, SITE, { id: ALPHA });
    const { key: pageKey } = body.data as { key: string };
    const given = await callAs(session, TICKET, { id: ALPHA });
    const { key: socketKey, ticket } = given.body.data as { key: string; ticket: string };
    const kinds = [secretOf("ALPHA-01"), pageKey, socketKey, ticket, PASSWORD, "owner@example.org"];
    const near = [id, digest(token), `hp_${session}`, `ALPHA-01:${kinds[0]}`];
    const variants = makeWrongTokens(token, [...kinds, ...near], 500);
    expect(new Set(variants).size).toBe(500);
    const shown = variants.map((variant, place) => (place % 2 ? variant : `Bearer ${variant}`));
    const accepted: string[] = [];
    for (let start = 0; start < shown.length; start += 50) {
      const some = shown.slice(start, start + 50);
      const statuses = await Promise.all(some.map((variant) => statusOf(variant, LIST, {})));
      accepted.push(...some.filter((_, place) => statuses[place] !== 401));
    }
    expect(accepted).toEqual([]);
    expect(await statusOf(token, LIST, {})).toBe(200);
  },
);

test("two tokens at once, or one twice, are none", async () => {
  const { token } = await make();
  for (const other of [token, session, "", "Bearer"]) {
    const headers = new Headers({ Authorization: token });
    headers.append("Authorization", other);
    const request = new Request(`${ORIGIN}/api${LIST}`, { method: "POST", headers, body: "{}" });
    expect((await server.fetch(request, env)).status, other).toBe(401);
  }
});

test("a token reaches the sites that it is for; others are not there, and not in its lists", async () => {
  const { token } = await make({ scope: "manage", siteIds: [BETA] });
  expect(await statusOf(token, SITE, { id: BETA })).toBe(200);
  const { body } = await callAs(session, SITE, { id: ALPHA });
  const { key } = body.data as { key: string };
  const absent = await callAs(token, SITE, { id: ABSENT });
  for (const input of [{ id: ALPHA }, { sn: "ALPHA-01" }, { siteKey: key }, { id: FOREIGN }]) {
    for (const path of [SITE, TICKET]) {
      const { status, body } = await callAs(token, path, input);
      expect([status, body], JSON.stringify(input)).toEqual([404, absent.body]);
    }
  }
  for (const path of [LIST, "/site/v3/getListBySearchFilterAndReorder"]) {
    const { body } = await callAs(token, path, { order: { by: "status" } });
    expect(body.data, path).toMatchObject({ total: 1, list: [{ id: BETA }] });
  }
  const past = await callAs(token, LIST, { page: 2 });
  expect(past.body.data).toMatchObject({ total: 1, list: [] });
  const all = await callAs((await make()).token, LIST, {});
  expect((all.body.data as { total: number }).total).toBe(3);
});

test("a token has no more than its person has, now", async () => {
  const monitor = await signIn("monitor");
  const { token } = await make({ scope: "manage", siteIds: [GAMMA] }, monitor);
  const { body } = await callAs(token, SITE, { id: GAMMA });
  expect(body.data).toMatchObject({ role: 3 });
  await env.DB.exec("delete from memberships where user_id = 4 and site_id = 3");
  expect(await statusOf(token, SITE, { id: GAMMA })).toBe(404);
  await env.DB.exec(
    "insert into memberships (user_id, site_id, role, created_at) values (4, 3, 3, 0)",
  );
});

test("no token signs out, sees or ends sessions, or makes, sees or ends tokens", async () => {
  const { token, id } = await make({ scope: "manage" });
  for (const [path, input] of [
    ["/auth/v2/logout", {}],
    ["/user/v2/session/list", {}],
    ["/user/v2/session/delete", { id }],
    ["/user/v2/token/list", {}],
    ["/user/v2/token/add", { name: "x", scope: "read", days: 1 }],
    ["/user/v2/token/delete", { id }],
  ] as const)
    expect(await statusOf(token, path, input), path).toBe(403);
  expect(await statusOf(token, LIST, {})).toBe(200);
});

test("the demo account makes no tokens", async () => {
  const demo = await signIn("demo");
  for (const path of ["/user/v2/token/add", "/user/v2/token/list", "/user/v2/session/list"])
    expect(await statusOf(demo, path, { name: "x", scope: "read", days: 1 }), path).toBe(403);
});

test("an expired token is not signed in, and is swept with its sockets", async () => {
  const { token } = await make();
  await callAs(token, TICKET, { id: ALPHA });
  await env.DB.prepare("update access_tokens set expires_at = ?").bind(Date.now()).run();
  expect(await statusOf(token, LIST, {})).toBe(401);
  const { env: recorded, reported } = recordSites();
  await runScheduled({ cron: "*/5 * * * *", scheduledTime: Date.now() }, recorded);
  expect(reported).toEqual([[`site-${ALPHA}`, { session: digest(token) }]]);
  const left = await env.DB.prepare("select count(*) n from access_tokens").first<number>("n");
  expect(left).toBe(0);
  expect(await statusOf(token, LIST, {})).toBe(401);
});

test("an ended token is signed out, its sockets closed before the answer; another user's is not found", async () => {
  const { token, id } = await make();
  await callAs(token, TICKET, { id: ALPHA });
  const stranger = await signIn("stranger");
  for (const [own, named] of [
    [stranger, id],
    [session, "unknown"],
    [session, digest(token)],
  ] as const)
    expect(await statusOf(own, "/user/v2/token/delete", { id: named })).toBe(404);
  const { env: recorded, reported } = recordSites();
  const request = new Request(`${ORIGIN}/api/user/v2/token/delete`, {
    method: "POST",
    headers: { Authorization: session },
    body: JSON.stringify({ id }),
  });
  expect((await server.fetch(request, recorded)).status).toBe(200);
  expect(reported).toEqual([[`site-${ALPHA}`, { session: digest(token) }]]);
  expect(await statusOf(token, LIST, {})).toBe(401);
});

test("a new password ends all tokens, their sockets closed before the answer", async () => {
  const own = await signIn("administrator");
  const { token } = await make({ scope: "manage" }, own);
  await callAs(token, TICKET, { id: BETA });
  const { env: recorded, reported } = recordSites();
  const password = "Kw7xTq20";
  const request = new Request(`${ORIGIN}/api/user/v2/updatePassword`, {
    method: "POST",
    headers: { Authorization: own },
    body: JSON.stringify({ oldPassword: PASSWORD, password, confirmPassword: password }),
  });
  expect((await server.fetch(request, recorded)).status).toBe(200);
  expect(reported).toContainEqual([`site-${BETA}`, { session: digest(token) }]);
  expect(await statusOf(token, LIST, {})).toBe(401);
  expect(await statusOf(own, LIST, {})).toBe(200);
});

test("at a socket a token's scope limits the role", async () => {
  for (const [scope, role, owner] of [
    ["read", 3, false],
    ["control", 2, false],
    ["manage", 1, true],
  ] as const) {
    const { token } = await make({ scope, siteIds: [ALPHA] });
    const { key } = (await callAs(token, TICKET, { id: ALPHA })).body.data as { key: string };
    const upgrade = () =>
      new Request(`${ORIGIN}/ws/site/${key}/${UUID}`, { headers: { Upgrade: "websocket" } });
    const { env: recorded, reached } = recordSites();
    expect((await server.fetch(upgrade(), recorded)).status).toBe(299);
    expect(reached).toMatchObject([{ stamp: { role, owner, person: 1, session: digest(token) } }]);
    await env.DB.prepare("update access_tokens set site_ids = '[2]'").run();
    expect((await server.fetch(upgrade(), recorded)).status).toBe(404);
    await env.DB.prepare("update access_tokens set expires_at = 1").run();
    expect((await server.fetch(upgrade(), recorded)).status).toBe(401);
  }
});

test("the use of a token is written down, and not on every request", async () => {
  const { token } = await make();
  const used = () => env.DB.prepare("select last_used_at n from access_tokens").first<number>("n");
  expect(await used()).toBeNull();
  await callAs(token, LIST, {});
  expect(Date.now() - ((await used()) ?? 0)).toBeLessThan(60_000);
  await env.DB.exec("update access_tokens set last_used_at = last_used_at - 1000000");
  const before = await used();
  await callAs(token, LIST, {});
  expect(await used()).toBe(before);
});
