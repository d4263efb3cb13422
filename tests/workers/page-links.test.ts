import { env } from "cloudflare:workers";
import { RouterContextProvider } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { backend } from "#app/backend.server.ts";
import { perform } from "#app/routes/site/management/actions.server.ts";
import { action as share } from "#app/routes/site/share/sharing.ts";
import { connect } from "#database/connect.ts";
import { ownsSites } from "#database/site-list/site-list.ts";
import { sealSiteKey } from "#protocol/keys/page-keys.ts";
import { SHARE_FIELD, shareCookie, shareRef, withShareSession } from "#protocol/share-cookie.ts";
import { identifyPageCaller } from "#workers/request-scope/caller.ts";
import { contextOf } from "#workers/services.ts";
import { callApi, callAs, ORIGIN, signIn } from "../support/call-api.ts";
import { ALPHA, BETA, seedUsers } from "../support/seed-users.ts";

const OWNER = 1;
const ADMINISTRATOR = 2;
const FULL = 3;
const MONITOR = 4;
const { keys } = contextOf(env);
let token = "";

beforeAll(async () => {
  await seedUsers();
  token = await signIn("owner");
});

/** What an action of a site's page is given when the owner sends a form there. */
async function sent(siteId: number, fields: Record<string, string | number>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  const url = new URL(`${ORIGIN}/management?key=${sealSiteKey(keys, OWNER, siteId)}`);
  const headers = { Cookie: `__Host-helioport_session=${token}` };
  const request = new Request(url, { method: "POST", body: form, headers });
  const context = new RouterContextProvider();
  const caller = await identifyPageCaller(request, contextOf(env));
  context.set(backend, {
    caller,
    context: contextOf(env),
    version: "",
    identify: async () => caller,
  });
  return { request, url, context, params: {} } as never;
}

async function manage(siteId: number, fields: Record<string, string | number>) {
  return (await perform(await sent(siteId, fields))).data;
}

async function linkOf(siteId: number) {
  const { body } = await callAs(token, "/site/v2/share/getBySiteId", { siteId });
  return body.data as { id: number; account: string; locationHide: number };
}

test("removing a member of a site with a link warns of it and offers a new token", async () => {
  await callAs(token, "/site/v2/share/add", { siteId: ALPHA, locationHide: 1 });
  const before = await linkOf(ALPHA);
  const removal = { intent: "remove", userId: MONITOR, name: "The monitor" };
  const known = { userId: MONITOR, name: "The monitor", shareId: before.id };
  expect(await manage(ALPHA, removal)).toMatchObject({ problem: null, known });
  const renewal = { ...known, intent: "renewLink" };
  expect(await manage(ALPHA, renewal)).toMatchObject({
    intent: "renewLink",
    problem: null,
    known,
  });
  const after = await linkOf(ALPHA);
  expect(after).toMatchObject({ id: before.id, locationHide: 1 });
  expect(after.account).not.toBe(before.account);
  // Of another site: what was to be said is said still, with why.
  expect(await manage(BETA, renewal)).toMatchObject({ problem: { code: "notFound" }, known });
  expect((await linkOf(ALPHA)).account).toBe(after.account);
});

test("removing the dealer warns alike, unless they stay an administrator; a site without a link does not", async () => {
  const { id: shareId } = await linkOf(ALPHA);
  const makeDealer = (siteId: number, userId: number) =>
    env.DB.prepare("update sites set dealer_id = ? where id = ?").bind(userId, siteId).run();
  const end = { intent: "dealer", dealer: "no", userId: FULL, name: "The full" };
  await makeDealer(ALPHA, FULL);
  expect(await manage(ALPHA, { ...end, stays: "no" })).toMatchObject({
    problem: null,
    known: { userId: FULL, name: "The full", shareId },
  });
  await makeDealer(ALPHA, ADMINISTRATOR);
  const stays = { ...end, userId: ADMINISTRATOR, stays: "yes" };
  expect(await manage(ALPHA, stays)).toMatchObject({ problem: null, known: null });
  const removal = { intent: "remove", userId: FULL, name: "The full" };
  expect(await manage(BETA, removal)).toMatchObject({ problem: null, known: null });
});

test("the dialog that shares a site gives its link another token", async () => {
  await callAs(token, "/site/v2/share/add", { siteId: BETA });
  const { id, account } = await linkOf(BETA);
  const { data } = await share(await sent(BETA, { intent: "renew", id, on: 1 }));
  expect(data).toEqual({ intent: "renew", problem: null, values: {} });
  expect((await linkOf(BETA)).account).not.toBe(account);
});

test("a picture is asked for by the link whose page shows it, and by no other address", async () => {
  const { account } = await linkOf(BETA);
  const { body } = await callApi("/auth/v2/shareLogin", { account });
  const kept = withShareSession("", shareRef(account), (body.data as { token: string }).token);
  const who = async (path: string) => {
    const headers = { Cookie: `${shareCookie(true)}=${kept}` };
    const caller = await identifyPageCaller(
      new Request(ORIGIN + path, { headers }),
      contextOf(env),
    );
    return caller.kind === "share" ? caller.share.siteId : caller.kind;
  };
  const named = `?${new URLSearchParams({ [SHARE_FIELD]: shareRef(account) })}`;
  const key = "A".repeat(43);
  expect(await who(`/files/${key}${named}`)).toBe(BETA);
  expect(await who(`/files/${key}?share=${"A".repeat(12)}`)).toBe("anonymous");
  for (const path of [`/files/${key}`, `/realtime${named}`, `/files/${key}/more${named}`])
    expect(await who(path), path).toBe("anonymous");
});

test("only users with a site of their own are marked as owners", async () => {
  const owns = (userId: number) =>
    ownsSites(connect(env.DB), { userId, siteIds: null, now: Date.now() });
  expect([await owns(OWNER), await owns(ADMINISTRATOR)]).toEqual([true, false]);
  await env.DB.prepare("update sites set deleted_at = 1 where creator_id = ?").bind(OWNER).run();
  expect(await owns(OWNER)).toBe(false);
});
