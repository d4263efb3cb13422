import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import {
  addShare,
  publishSite,
  removeShare,
  renewShareToken,
  setLocationHidden,
  setSharePassword,
  unpublishSite,
} from "#database/shares/shares.ts";
import { sharePerson } from "#protocol/keys/share-person.ts";
import { AS_HEADER, shareCookie, shareRef, withShareSession } from "#protocol/share-cookie.ts";
import { server } from "#workers/server.ts";
import { contextOf } from "#workers/services.ts";
import { callApi, callAs, ORIGIN, signIn } from "../support/call-api.ts";
import { ABSENT, ALPHA, BETA, FOREIGN, seedUsers } from "../support/seed-users.ts";
import { recordSites } from "../support/sites-double.ts";

type Share = { id: number; account: string; views: number; protection: number };
let owner = "";
let asked = 0;

beforeAll(async () => {
  await seedUsers();
  owner = await signIn("owner");
});
beforeEach(async () => {
  await env.DB.batch([
    env.DB.prepare("delete from shares"),
    env.DB.prepare("delete from rate_limit_attempts"),
  ]);
});

/** Each from another address: how few may come from one is another test's. */
const elsewhere = () => {
  asked += 1;
  return { "CF-Connecting-IP": `203.0.113.${asked}` };
};

const manage = async (path: string, input: object) => {
  const { status, body } = await callAs(owner, `/site/v2/share/${path}`, {
    siteId: ALPHA,
    ...input,
  });
  return { status, data: body.data };
};

async function makeShare(input: object = {}): Promise<Share> {
  expect((await manage("add", input)).status).toBe(200);
  return (await manage("getBySiteId", {})).data as Share;
}

async function enter(input: object, headers = elsewhere()) {
  const { status, body } = await callApi("/auth/v2/shareLogin", input, headers);
  return { status, data: body.data as { token: string; expires: number; fields?: object } };
}

const tokenOf = async ({ account }: Share) => (await enter({ tk: account })).data.token;
const open = (token: string, input = {}) => callAs(token, "/site/v2/getSiteById", input);

test("a link is made, shown again, and there is one a site", async () => {
  const share = await makeShare({ locationHide: 1 });
  expect(share).toEqual({
    id: expect.any(Number),
    account: expect.stringMatching(/^[\w-]{24}$/),
    protection: 0,
    locationHide: 1,
    showWorld: 0,
    views: 0,
  });
  expect((await manage("add", {})).status).toBe(409);
  expect((await manage("getBySiteId", { siteId: BETA })).data).toBeUndefined();
  const stored = await env.DB.prepare("select * from shares").first();
  expect(JSON.stringify(stored)).not.toContain(share.account);
});

test("a visitor with the link sees the site, and is counted once", async () => {
  const share = await makeShare();
  const { status, data } = await enter({ account: share.account });
  expect([status, data.token]).toEqual([200, expect.stringMatching(/^hps_[\w-]{43}$/)]);
  const { body } = await open(data.token);
  expect(body.data).toMatchObject({
    id: ALPHA,
    role: 3,
    owner: false,
    name: "Alpha roof",
    sn: null,
    systemId: null,
    location: "Berlin",
    latitude: 52.5,
    creator: { id: 0, account: null, name: "", header: null },
    timeZone: { timeZoneId: "Europe/Berlin" },
  });
  await open(data.token, { id: ALPHA });
  expect((await manage("getBySiteId", {})).data).toMatchObject({ views: 1 });
});

test("a hidden location is not sent to visitors of the link", async () => {
  const share = await makeShare();
  const token = await tokenOf(share);
  expect((await manage("locationHide", { id: share.id, locationHide: 1 })).status).toBe(200);
  const { status, body } = await open(token);
  expect([status, body.data]).toMatchObject([
    200,
    {
      location: "",
      latitude: null,
      longitude: null,
      timeZone: { timeZoneId: "UTC", dstOffset: 0 },
    },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/Berlin|52\.5|13\.4|ALPHA-01|The owner/);
});

test("they see no other site and do nothing else", async () => {
  const token = await tokenOf(await makeShare());
  for (const input of [{ id: BETA }, { id: FOREIGN }, { id: ABSENT }, { sn: "ALPHA-01" }])
    expect((await open(token, input)).status, JSON.stringify(input)).toBe(404);
  for (const path of [
    "/user/v2/get",
    "/site/v4/getListBySearchFilterAndReorder",
    "/auth/v2/logout",
  ])
    expect((await callAs(token, path, {})).status, path).toBe(401);
  expect((await callAs(token, "/site/v2/share/getBySiteId", { siteId: ALPHA })).status).toBe(403);
});

test("an unknown link is not found, whatever its form", async () => {
  await makeShare();
  for (const account of ["A".repeat(24), "nonsense", "x".repeat(128)]) {
    const answers = await Promise.all([
      callApi("/site/v2/share/getByShareAccount", { account }, elsewhere()),
      callApi("/auth/v2/shareLogin", { account, password: "open sesame" }, elsewhere()),
    ]);
    for (const { status, body } of answers) expect([status, body]).toEqual([404, answers[0]?.body]);
  }
});

test("a link of another site is not there to change", async () => {
  const { id } = await makeShare();
  for (const path of ["delete", "renew", "updatePassword", "locationHide", "showWorld"]) {
    const input = { id, siteId: BETA, password: "sunshine1", locationHide: 1, showWorld: 1 };
    expect((await manage(path, input)).status, path).toBe(404);
  }
  expect(await makeShareAgain()).toMatchObject({ protection: 0, locationHide: 0, showWorld: 0 });
});

const makeShareAgain = async () => (await manage("getBySiteId", {})).data as Share;

test("a password is asked for, and an empty one asks for none again", async () => {
  const { id, account } = await makeShare();
  const set = (input: object) => manage("updatePassword", { id, ...input });
  expect((await set({ password: "", protection: 1 })).data).toEqual({
    fields: { password: "required" },
  });
  expect((await set({ password: "short" })).status).toBe(422);
  expect((await set({ password: "open sesame" })).status).toBe(200);
  expect(await makeShareAgain()).toMatchObject({ protection: 1 });
  expect((await enter({ account })).data.fields).toEqual({ password: "required" });
  expect((await enter({ account, password: "wrong one" })).data.fields).toEqual({
    password: "wrongPassword",
  });
  expect((await enter({ account, password: "open sesame" })).status).toBe(200);
  expect((await set({ password: "" })).status).toBe(200);
  expect((await enter({ account })).status).toBe(200);
});

test("ten wrong passwords from one address, and then it waits, also with the right one", async () => {
  const { account } = await makeShare({ password: "open sesame" });
  const here = { "CF-Connecting-IP": "192.0.2.77" };
  const guess = async (password: string, from = here) =>
    (await enter({ account, password }, from)).status;
  for (let attempts = 1; attempts <= 10; attempts += 1)
    expect(await guess(`wrong ${attempts}`)).toBe(422);
  expect(await guess("wrong again")).toBe(429);
  expect(await guess("open sesame")).toBe(429);
  expect(await guess("open sesame", elsewhere())).toBe(200);
});

test("correct passwords are not counted as attempts, and wrong ones are limited over all addresses", async () => {
  const { account } = await makeShare({ password: "open sesame" });
  const here = { "CF-Connecting-IP": "192.0.2.78" };
  for (let times = 0; times < 12; times += 1)
    expect((await enter({ account, password: "open sesame" }, here)).status).toBe(200);
  const count = async () =>
    env.DB.prepare("select count(*) as held from rate_limit_attempts").first<number>("held");
  // That it was entered from here.
  expect(await count()).toBe(1);
  await enter({ account, password: "wrong one" });
  const { results } = await env.DB.prepare(
    "select subject from rate_limit_attempts order by id",
  ).all<{
    subject: string;
  }>();
  await env.DB.batch(
    Array.from({ length: 199 }, () =>
      env.DB.prepare("insert into rate_limit_attempts (subject, at) values (?, ?)").bind(
        results[2]?.subject ?? "",
        Date.now(),
      ),
    ),
  );
  expect((await enter({ account, password: "open sesame" })).status).toBe(429);
  // From where it was entered before it still is, and wrong ones are few all the same.
  expect((await enter({ account, password: "open sesame" }, here)).status).toBe(200);
  for (let times = 0; times < 10; times += 1)
    expect((await enter({ account, password: `wrong ${times}` }, here)).status).toBe(422);
  expect((await enter({ account, password: "open sesame" }, here)).status).toBe(429);
});

test.each([
  ["the link is ended", "delete", {}],
  ["the link has another token", "renew", {}],
  ["a password is set", "updatePassword", { password: "sunshine1" }],
])("once %s, admitted visitors lose access, and the site is notified", async (_, path, input) => {
  const share = await makeShare();
  const token = await tokenOf(share);
  const { env: bindings, reported } = recordSites();
  const response = await server.fetch(
    new Request(`${ORIGIN}/api/site/v2/share/${path}`, {
      method: "POST",
      headers: { Authorization: owner, "Content-Type": "application/json" },
      body: JSON.stringify({ id: share.id, siteId: ALPHA, ...input }),
    }),
    bindings,
  );
  expect(response.status).toBe(200);
  const ended = { person: sharePerson(share.id), rightsVersion: 1 };
  expect(reported).toEqual([[`site-${ALPHA}`, ended]]);
  for (const call of ["/site/v2/getSiteById", "/site/v2/socketTicket"])
    expect((await callAs(token, call, {})).status, call).toBe(401);
  expect(await env.DB.prepare("select count(*) n from pending_revocations").first("n")).toBe(0);
});

test("a deleted site has no visitors, and no link works after a day", async () => {
  const share = await makeShare();
  const token = await tokenOf(share);
  const set = (text: string) => env.DB.prepare(text).run();
  await set(`update sites set deleted_at = 1 where id = ${ALPHA}`);
  expect((await open(token)).status).toBe(401);
  expect((await enter({ tk: share.account })).status).toBe(404);
  await set(`update sites set deleted_at = null where id = ${ALPHA}`);
  expect((await open(token)).status).toBe(200);
  await set("update share_sessions set expires_at = 1");
  expect((await open(token)).status).toBe(401);
});

test("a user who may no longer share, or whose site is deleted, cannot change earlier links", async () => {
  const { id } = await makeShare();
  const { database } = contextOf(env);
  const now = Date.now();
  const acting = { siteId: ALPHA, by: 1, now };
  const share = { ...acting, id };
  const values = { siteId: BETA, tokenHash: "t", sealedToken: "s", passwordHash: null };
  const add = (by: number) =>
    addShare(database, { ...values, hidesLocation: true, publicToken: null, createdAt: now }, by);
  const setAll = async (which: typeof share) => [
    await setLocationHidden(database, which, true),
    await publishSite(database, which, { tokenHash: "w", sealedToken: "s" }),
    await unpublishSite(database, which),
    await renewShareToken(database, which, { tokenHash: "n", sealedToken: "s" }),
    await setSharePassword(database, which, null),
    await setSharePassword(database, which, "hash"),
    await removeShare(database, which),
  ];
  const none = Array(7).fill(false);
  expect(await setAll({ ...share, by: 5 })).toEqual(none);
  expect(await add(5)).toBeUndefined();
  const erase = (at: string) =>
    env.DB.prepare(`update sites set deleted_at = ${at} where id in (${ALPHA}, ${BETA})`).run();
  await erase("1");
  expect(await setAll(share)).toEqual(none);
  expect(await add(1)).toBeUndefined();
  await erase("null");
  expect(await setAll(share)).toEqual(Array(7).fill(true));
  expect(await add(1)).toBeDefined();
  const added = await env.DB.prepare("select * from shares").first();
  expect(added).toMatchObject({ hides_location: 1, is_public: 0, views: 0, version: 0 });
});

test("the cookie of a link counts where a page of ours says so, and no sign-in beside it", async () => {
  const share = await makeShare();
  const ref = shareRef(share.account);
  const value = withShareSession("", ref, await tokenOf(share));
  const cookie = `${shareCookie(true)}=${value}; __Host-helioport_session=${owner}`;
  const ask = async (headers: Record<string, string>) => {
    const { body } = await callApi("/site/v2/getSiteById", {}, { Cookie: cookie, ...headers });
    return [body.code, (body.data as { role?: number } | undefined)?.role];
  };
  expect(await ask({ Origin: ORIGIN, [AS_HEADER]: `share ${ref}` })).toEqual([200, 3]);
  expect(await ask({ Origin: ORIGIN, [AS_HEADER]: `share ${shareRef("x")}` })).toEqual([
    401,
    undefined,
  ]);
  expect(await ask({ Origin: "https://evil.test", [AS_HEADER]: `share ${ref}` })).toEqual([
    401,
    undefined,
  ]);
  // Without it the request is the signed-in person's, who names no site.
  expect(await ask({ Origin: ORIGIN })).toEqual([422, undefined]);
});

test("the public list shows published sites, without passwords and hidden locations", async () => {
  const shown = await makeShare({ showWorld: 1, locationHide: 1 });
  await manage("add", { siteId: BETA, showWorld: 1, password: "open sesame" });
  const { data: gamma } = await manage("add", { siteId: 3 });
  expect(gamma).toBeDefined();
  const world = await lookAtWorld();
  expect(world).toMatchObject({ page: 1, hasMore: false });
  expect(world.list).toEqual([
    expect.objectContaining({
      account: expect.stringMatching(/^[\w-]{24}$/),
      name: "Alpha roof",
      picture: null,
      location: "",
      country: "",
      latitude: null,
      longitude: null,
    }),
  ]);
  // What the world has is not the link that people were given.
  expect(world.list[0]?.account).not.toBe(shown.account);
});

test("with world view ends the link that the world had, and who came by it, and nothing else", async () => {
  const share = await makeShare({ showWorld: 1 });
  const worldTokens = async () => (await lookAtWorld()).list.map(({ account }) => account);
  const [published = ""] = await worldTokens();
  const [own, ofWorld] = [await tokenOf(share), (await enter({ tk: published })).data.token];
  const statuses = async () => [(await open(own)).status, (await open(ofWorld)).status];
  const show = (showWorld: number) => manage("showWorld", { id: share.id, showWorld });
  // Shown already: the link that is out stays good.
  expect((await show(1)).status).toBe(200);
  expect([await worldTokens(), await statuses()]).toEqual([[published], [200, 200]]);
  expect((await show(0)).status).toBe(200);
  expect([await worldTokens(), await statuses()]).toEqual([[], [200, 401]]);
  expect((await enter({ tk: published })).status).toBe(404);
  expect((await enter({ tk: share.account })).status).toBe(200);
  expect((await show(1)).status).toBe(200);
  const [next] = await worldTokens();
  expect(next).not.toBe(published);
  // A password closes both.
  expect((await enter({ tk: next })).status).toBe(200);
  await manage("updatePassword", { id: share.id, password: "open sesame" });
  expect((await enter({ tk: next, password: "open sesame" })).status).toBe(404);
});

test("a new token of a link ends the access of its earlier visitors, and changes nothing else", async () => {
  const share = await makeShare({ showWorld: 1, locationHide: 1 });
  const { account = "" } = (await lookAtWorld()).list[0] ?? {};
  const [own, ofWorld] = [await tokenOf(share), (await enter({ tk: account })).data.token];
  expect((await manage("renew", { id: share.id })).status).toBe(200);
  expect([(await open(own)).status, (await open(ofWorld)).status]).toEqual([401, 200]);
  expect((await enter({ tk: share.account })).status).toBe(404);
  const renewed = await makeShareAgain();
  expect(renewed).toEqual({ ...share, account: renewed.account, views: 2 });
  expect(renewed.account).not.toBe(share.account);
  expect((await enter({ tk: renewed.account })).status).toBe(200);
});

async function lookAtWorld() {
  const { callOperation } = await import("#operations/call.ts");
  const anonymous = { kind: "anonymous", endedElsewhere: false, address: "192.0.2.1" } as const;
  return callOperation("POST /site/v2/share/world", {}, anonymous, contextOf(env));
}
