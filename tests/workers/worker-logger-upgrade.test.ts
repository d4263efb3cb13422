import { listDurableObjectIds } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { STAMP_HEADER } from "#protocol/site-rpc.ts";
import { server } from "#workers/server.ts";
import { ORIGIN } from "../support/call-api.ts";
import { ALPHA, secretOf, seedUsers } from "../support/seed-users.ts";
import { recordSites } from "../support/sites-double.ts";

beforeAll(seedUsers);

function headersFor(serial: string, secret: string, more: Record<string, string | null> = {}) {
  const all = {
    Upgrade: "websocket",
    "Sec-WebSocket-Protocol": "helioport.logger.v1",
    Authorization: `Basic ${btoa(`${serial}:${secret}`)}`,
    ...more,
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

async function refusal(headers: Record<string, string>): Promise<[number, string | null, unknown]> {
  const response = await exports.default.fetch(`${ORIGIN}/ws/logger`, { headers });
  return [response.status, response.headers.get("Retry-After"), await response.json()];
}

test("without the subprotocol, or without asking for a socket, it is malformed", async () => {
  for (const protocol of [null, "other", "helioport.logger.v10"]) {
    const more = { "Sec-WebSocket-Protocol": protocol };
    const [status] = await refusal(headersFor("ALPHA-01", secretOf("ALPHA-01"), more));
    expect(status, String(protocol)).toBe(400);
  }
  const [status] = await refusal(headersFor("ALPHA-01", secretOf("ALPHA-01"), { Upgrade: null }));
  expect(status).toBe(400);
});

test("an unknown serial number, a wrong secret and none at all get the same 401", async () => {
  const wrong = await refusal(headersFor("ALPHA-01", "wrong"));
  expect(wrong).toEqual([401, null, { code: 401, message: expect.any(String) }]);
  const attempts = [
    headersFor("UNKNOWN-1", secretOf("ALPHA-01")),
    headersFor("ALPHA-01", ""),
    headersFor("", ""),
    headersFor("alpha-01", secretOf("ALPHA-01")),
    headersFor("' or 1=1 --", "x"),
    headersFor("ALPHA-01", "x", { Authorization: null }),
    headersFor("ALPHA-01", "x", { Authorization: "Basic !!!" }),
    headersFor("ALPHA-01", "x", { Authorization: `Bearer ${secretOf("ALPHA-01")}` }),
  ];
  for (const headers of attempts) expect(await refusal(headers)).toEqual(wrong);
});

test("the scheme is case-insensitive, with any number of spaces after it", async () => {
  const credentials = btoa(`SPARE-001:${secretOf("SPARE-001")}`);
  for (const scheme of ["Basic ", "basic ", "BASIC  ", "Basic     "]) {
    const more = { Authorization: scheme + credentials };
    expect((await refusal(headersFor("", "", more)))[0], scheme).toBe(409);
  }
  const glued = { Authorization: `Basic${credentials}` };
  expect((await refusal(headersFor("", "", glued)))[0]).toBe(401);
});

test("a module that no site has waits a minute", async () => {
  const answer = await refusal(headersFor("SPARE-001", secretOf("SPARE-001")));
  expect(answer).toMatchObject([409, "60", { code: 409 }]);
});

/** The statuses up to the first 429. The platform counts by the minute of the clock, so a count may begin anew once. */
async function statusesUntilTooFast(limit: number, attempt: () => Promise<number>) {
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429 && statuses.length <= 2 * limit + 1)
    statuses.push(await attempt());
  return statuses;
}

test("failures are limited by address, and a right secret is not refused for that", async () => {
  const from = { "CF-Connecting-IP": "192.0.2.20" };
  const statuses = await statusesUntilTooFast(
    20,
    async () => (await refusal(headersFor("ALPHA-01", "guess", from)))[0],
  );
  expect(statuses.length).toBeGreaterThan(20);
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([401]));
  expect(statuses.at(-1)).toBe(429);
  const [status] = await refusal(headersFor("SPARE-001", secretOf("SPARE-001"), from));
  expect(status).toBe(409);
});

test("no refused request reached a site's object", async () => {
  expect(await listDurableObjectIds(env.SITES)).toEqual([]);
});

test("an accepted logger is passed to its site's object with the stored data, and no secret", async () => {
  const { env: recorded, reached } = recordSites();
  const headers = headersFor("ALPHA-01", secretOf("ALPHA-01"), {
    "Sec-WebSocket-Protocol": "other, helioport.logger.v1",
    [STAMP_HEADER]: '{"kind":"logger","siteId":2,"serial":"BETA-0001"}',
    Cookie: "__Host-helioport_session=abc",
  });
  const response = await server.fetch(new Request(`${ORIGIN}/ws/logger`, { headers }), recorded);
  expect([response.status, await response.text()]).toEqual([299, "taken"]);
  expect(reached).toMatchObject([
    { object: `site-${ALPHA}`, stamp: { kind: "logger", siteId: ALPHA, serial: "ALPHA-01" } },
  ]);
  const handed = reached[0]?.request.headers;
  expect(handed?.get("Upgrade")).toBe("websocket");
  expect(handed?.has("Authorization")).toBe(false);
  expect(handed?.has("Cookie")).toBe(false);
});

test("more than ten upgrades a minute of one serial are too fast, and other serials are not", async () => {
  const { env: recorded } = recordSites();
  const connect = async (serial: string) => {
    const headers = headersFor(serial, secretOf(serial));
    return server.fetch(new Request(`${ORIGIN}/ws/logger`, { headers }), recorded);
  };
  const answers: Response[] = [];
  const statuses = await statusesUntilTooFast(10, async () => {
    const answer = await connect("GAMMA-001");
    answers.push(answer);
    return answer.status;
  });
  expect(statuses).toHaveLength(11);
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([299]));
  expect(statuses.at(-1)).toBe(429);
  expect(answers.at(-1)?.headers.get("Retry-After")).toBe("60");
  expect((await connect("BETA-0001")).status).toBe(299);
});

test("a right logger gets a socket of its subprotocol from the site's object itself", async () => {
  const headers = headersFor("ALPHA-01", secretOf("ALPHA-01"));
  const response = await exports.default.fetch(`${ORIGIN}/ws/logger`, { headers });
  expect(response.status).toBe(101);
  expect(response.headers.get("Sec-WebSocket-Protocol")).toBe("helioport.logger.v1");
  response.webSocket?.accept();
  response.webSocket?.close();
});
