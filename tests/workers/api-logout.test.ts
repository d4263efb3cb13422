import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { recordSessionSite } from "#database/auth/session-sites.ts";
import { endSession } from "#database/auth/sessions.ts";
import problems from "#locales/en/problems.json";
import { digest } from "#protocol/keys/digest.ts";
import { server } from "#workers/server.ts";
import { callAs, ORIGIN, signIn } from "../support/call-api.ts";
import { ALPHA, BETA, database, seedUsers } from "../support/seed-users.ts";
import { recordSites } from "../support/sites-double.ts";

const LIST = "/site/v4/getListBySearchFilterAndReorder";

beforeAll(seedUsers);

function logoutIn(recorded: Env, token: string): Promise<Response> {
  const headers = { Authorization: token };
  const request = new Request(`${ORIGIN}/api/auth/v2/logout`, { method: "POST", headers });
  return Promise.resolve(server.fetch(request, recorded));
}

async function sitesOnRecord(token: string): Promise<unknown[]> {
  const rows = env.DB.prepare("select site_id from session_sites where session_id = ?");
  return (await rows.bind(digest(token)).all()).results;
}

test("log out ends this session and no other", async () => {
  const [token, other] = [await signIn("owner"), await signIn("owner")];
  const { status, body } = await callAs(token, "/auth/v2/logout", {});
  expect([status, body]).toEqual([200, { code: 200, message: problems.success }]);
  expect((await callAs(token, LIST, {})).status).toBe(401);
  expect((await callAs(token, "/auth/v2/logout", {})).status).toBe(401);
  expect((await callAs(other, LIST, {})).status).toBe(200);
});

test("the demo account can sign out too", async () => {
  const token = await signIn("demo");
  expect((await callAs(token, "/auth/v2/logout", {})).status).toBe(200);
});

test("log out answers after every site of the session has closed its sockets", async () => {
  const token = await signIn("owner");
  await callAs(token, "/site/v2/socketTicket", { id: ALPHA });
  await callAs(token, "/site/v2/socketTicket", { id: BETA });
  const { env: recorded, reported } = recordSites();
  expect((await logoutIn(recorded, token)).status).toBe(200);
  const ended = { session: digest(token) };
  expect(reported.sort()).toEqual([
    [`site-${ALPHA}`, ended],
    [`site-${BETA}`, ended],
  ]);
  expect(await sitesOnRecord(token)).toEqual([]);
});

test("a site that cannot be reached is notified later, and the session has ended all the same", async () => {
  const token = await signIn("owner");
  await callAs(token, "/site/v2/socketTicket", { id: ALPHA });
  await callAs(token, "/site/v2/socketTicket", { id: BETA });
  const { env: recorded, reported } = recordSites();
  const broken = {
    ...recorded,
    SITES: {
      ...recorded.SITES,
      get: (id: DurableObjectId) =>
        String(id) === `site-${ALPHA}`
          ? { endViewers: () => Promise.reject(new Error("away")) }
          : recorded.SITES.get(id),
    } as unknown as Env["SITES"],
  };
  expect((await logoutIn(broken, token)).status).toBe(503);
  expect(reported).toHaveLength(1);
  expect(await sitesOnRecord(token)).toEqual([{ site_id: ALPHA }]);
  expect((await callAs(token, LIST, {})).status).toBe(401);
});

test("a session that has ended is put on record nowhere, so it gets no ticket", async () => {
  const place = { sessionId: digest(await signIn("owner")), siteId: ALPHA, now: Date.now() };
  expect(await recordSessionSite(database, place)).toBe(true);
  expect(await recordSessionSite(database, place)).toBe(true);
  await endSession(database, place.sessionId, "elsewhere", Date.now());
  expect(await recordSessionSite(database, { ...place, siteId: BETA })).toBe(false);
  expect(await recordSessionSite(database, { ...place, sessionId: "unknown" })).toBe(false);
});
