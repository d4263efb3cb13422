import { listDurableObjectIds } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { digest } from "#protocol/keys/digest.ts";
import { deriveKeyRing, readSecret } from "#protocol/keys/key-ring.ts";
import { sealSiteKey } from "#protocol/keys/page-keys.ts";
import { personPrivateKey, personPublicKey } from "#protocol/keys/person-keys.ts";
import { type SocketGrant, sealSocketKey } from "#protocol/keys/socket-key.ts";
import { STAMP_HEADER } from "#protocol/site-rpc.ts";
import { server } from "#workers/server.ts";
import { contextOf } from "#workers/services.ts";
import { callAs, ORIGIN, signIn } from "../support/call-api.ts";
import { recordQueries } from "../support/record-queries.ts";
import { ALPHA, BETA, FOREIGN, seedUsers } from "../support/seed-users.ts";
import { recordSites } from "../support/sites-double.ts";

const UUID = "0b0c1a52-6f6c-4d7e-9a52-1f1e6d0c9b7a";
const ring = deriveKeyRing(readSecret(env.HELIOPORT_SECRET) ?? new Uint8Array());
type Ticket = { key: string; ticket: string; pubKey: string; expires: number };
let token = "";

beforeAll(seedUsers);
beforeEach(async () => {
  token = await signIn("full");
});

async function getTicket(site: object = { id: ALPHA }): Promise<Ticket> {
  return (await callAs(token, "/site/v2/socketTicket", site)).body.data as Ticket;
}

function upgrade(key: string, more: Record<string, string> = {}, uuid = UUID) {
  const headers = { Upgrade: "websocket", ...more };
  return exports.default.fetch(`${ORIGIN}/ws/site/${key}/${uuid}`, { headers });
}

function sealGrant(change: Partial<SocketGrant>): string {
  const grant: SocketGrant = {
    siteId: ALPHA,
    person: 3,
    session: digest(token),
    rightsVersion: 0,
    ticketHash: "hash",
    expires: Date.now() + 60_000,
    ...change,
  };
  return sealSocketKey(ring, crypto.getRandomValues(new Uint8Array(12)), grant);
}

test("a ticket has a key, the user's public key, and is valid for a minute", async () => {
  const before = Date.now();
  const { key, ticket, pubKey, expires } = await getTicket();
  expect(key).toMatch(/^[\w-]+$/);
  expect(ticket).toMatch(/^[\w-]{43}$/);
  expect(pubKey).toBe(personPublicKey(ring, 3));
  expect(expires).toBeGreaterThanOrEqual(before + 60_000);
  expect(expires).toBeLessThanOrEqual(Date.now() + 60_000);
  expect((await getTicket()).ticket).not.toBe(ticket);
  expect(await getTicket({ sn: "ALPHA-01" })).toMatchObject({ pubKey });
});

test("a session with a ticket is recorded at its site", async () => {
  await getTicket();
  await getTicket();
  await getTicket({ id: BETA });
  const { results } = await env.DB.prepare(
    "select site_id from session_sites where session_id = ? order by site_id",
  )
    .bind(digest(token))
    .all();
  expect(results).toEqual([{ site_id: ALPHA }, { site_id: BETA }]);
});

test("a key that is not ours, or past its time, is not there", async () => {
  const { key } = await getTicket();
  const flipped = `${key.slice(0, 20)}${key[20] === "A" ? "B" : "A"}${key.slice(21)}`;
  const keys = [flipped, "x", sealSiteKey(ring, 3, ALPHA), sealGrant({ expires: Date.now() - 1 })];
  for (const wrong of keys) {
    const response = await upgrade(wrong, { Origin: "https://evil.test" }, "not-a-uuid");
    expect(response.status).toBe(404);
  }
});

test("a foreign origin is refused, none at all is not", async () => {
  const { key } = await getTicket();
  for (const Origin of ["https://evil.test", "null", "http://helioport.test"])
    expect((await upgrade(key, { Origin })).status).toBe(403);
});

test("an id that is no lower-case uuid, and a request for no socket, are malformed", async () => {
  const { key } = await getTicket();
  for (const uuid of [UUID.toUpperCase(), "x", `${UUID}0`])
    expect((await upgrade(key, {}, uuid)).status).toBe(400);
  expect((await upgrade(key, { Upgrade: "h2c" })).status).toBe(400);
});

test("an id may be of any version, the nil one too", async () => {
  const { key } = await getTicket();
  for (const uuid of [
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "0b0c1a52-6f6c-9d7e-0a52-1f1e6d0c9b7a",
  ]) {
    const { env: recorded } = recordSites();
    const url = `${ORIGIN}/ws/site/${key}/${uuid}`;
    const request = new Request(url, { headers: { Upgrade: "websocket" } });
    expect((await server.fetch(request, recorded)).status, uuid).toBe(299);
  }
});

test("session and role are looked up now, not when the ticket was given", async () => {
  const { key } = await getTicket();
  await env.DB.exec("update memberships set role = 3 where user_id = 3 and site_id = 1");
  const { env: recorded, reached } = recordSites();
  const url = `${ORIGIN}/ws/site/${key}/${UUID}`;
  await server.fetch(new Request(url, { headers: { Upgrade: "websocket" } }), recorded);
  expect(reached).toMatchObject([{ stamp: { role: 3 } }]);
  await env.DB.exec("delete from memberships where user_id = 3 and site_id = 1");
  expect((await upgrade(key)).status).toBe(404);
  await env.DB.exec(
    "insert into memberships (user_id, site_id, role, created_at) values (3, 1, 2, 0)",
  );
  await callAs(token, "/auth/v2/logout", {});
  expect((await upgrade(key)).status).toBe(401);
});

test("a session ended elsewhere gets 501, another user's session and another site nothing", async () => {
  expect((await upgrade(sealGrant({ person: 1 }))).status).toBe(404);
  expect((await upgrade(sealGrant({ siteId: FOREIGN }))).status).toBe(404);
  expect((await upgrade(sealGrant({ session: "unknown" }))).status).toBe(401);
  const { key } = await getTicket();
  await env.DB.prepare("update sessions set ended_at = ?, ended_by = 'elsewhere' where id = ?")
    .bind(Date.now(), digest(token))
    .run();
  expect((await upgrade(key)).status).toBe(501);
});

test("a viewer is handed to the site's object with all that the Worker found", async () => {
  const { key, ticket, expires } = await getTicket();
  await env.DB.exec("update users set name = 'Zoë 王' where id = 3");
  const { env: recorded, reached } = recordSites();
  const headers = {
    Upgrade: "websocket",
    Origin: ORIGIN,
    Cookie: `__Host-helioport_session=${token}`,
    [STAMP_HEADER]: '{"role":1}',
  };
  const request = new Request(`${ORIGIN}/ws/site/${key}/${UUID}`, { headers });
  expect((await server.fetch(request, recorded)).status).toBe(299);
  expect(reached.map(({ object, stamp }) => [object, stamp])).toEqual([
    [
      `site-${ALPHA}`,
      {
        kind: "viewer",
        siteId: ALPHA,
        session: digest(token),
        person: 3,
        name: "Zoë 王",
        role: 2,
        owner: false,
        demo: false,
        share: false,
        skipsPassword: false,
        rightsVersion: 0,
        endsAt: null,
        ticketHash: digest(ticket),
        ticketUntil: expires + 10_000,
        privateKey: Buffer.from(personPrivateKey(ring, 3)).toString("base64url"),
        uuid: UUID,
      },
    ],
  ]);
  expect(reached[0]?.request.headers.has("Cookie")).toBe(false);
});

test("tickets and upgrades are limited by session, before anything is looked up or touched", async () => {
  const { key } = await getTicket();
  const { env: recorded, statements } = recordQueries();
  const limited = { ...recorded, ...recordSites().env, DB: recorded.DB };
  const counted = vi.spyOn(contextOf(limited), "socketWait").mockReturnValue(60);
  const url = `${ORIGIN}/ws/site/${key}/${UUID}`;
  const refused = await server.fetch(
    new Request(url, { headers: { Upgrade: "websocket" } }),
    limited,
  );
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
  expect(statements).toEqual([]);
  const ask = new Request(`${ORIGIN}/api/site/v2/socketTicket`, {
    method: "POST",
    headers: { Authorization: token },
    body: JSON.stringify({ id: ALPHA }),
  });
  expect((await server.fetch(ask, limited)).status).toBe(429);
  expect(statements.filter((statement) => /insert|update/i.test(String(statement)))).toEqual([]);
  expect(counted.mock.calls).toEqual([
    ["upgrade", digest(token)],
    ["ticket", digest(token)],
  ]);
});

test("an address under /ws that is none is not there", async () => {
  for (const path of ["/ws", "/ws/", "/ws/site", "/ws/site/key", "/ws/other"]) {
    const response = await exports.default.fetch(`${ORIGIN}${path}`);
    expect([response.status, ((await response.json()) as { code: number }).code]).toEqual([
      404, 404,
    ]);
  }
});

test("no refused request reaches a site's object", async () => {
  const before = await listDurableObjectIds(env.SITES);
  const { key } = await getTicket({ id: BETA });
  await upgrade("nonsense");
  await upgrade(key, { Origin: "https://evil.test" });
  await upgrade(key, {}, "not-a-uuid");
  await upgrade(sealGrant({ siteId: FOREIGN }));
  await upgrade(sealGrant({ siteId: BETA, session: "unknown" }));
  await upgrade(sealGrant({ siteId: BETA, expires: 1 }));
  const after = await listDurableObjectIds(env.SITES);
  expect(after.map(String)).toEqual(before.map(String));
  expect(after.map(String)).not.toContain(String(env.SITES.idFromName(`site-${BETA}`)));
});
