import { beforeAll, expect, test } from "vitest";
import { reserveAttempt } from "#database/auth/login-failures.ts";
import { connect } from "#database/connect.ts";
import { acquireLoginSlot } from "#operations/auth/acquire-login-slot.ts";
import { server } from "#workers/server.ts";
import { callApi, ORIGIN } from "../support/call-api.ts";
import { recordQueries } from "../support/record-queries.ts";
import { PASSWORD, seedUsers } from "../support/seed-users.ts";

const LOGIN = "/auth/v2/login";
const PER_MINUTE = 60;
const NAMES = ["owner", "administrator", "full", "monitor", "stranger", "demo"];
const START = Date.UTC(2026, 10, 20);

beforeAll(seedUsers);

test("an attempt that waits for others looks ever more seldom, and gives up after 15 seconds", async () => {
  const { env: recorded, statements } = recordQueries();
  const database = connect(recorded.DB);
  for (let place = 0; place < 10; place++) await reserveAttempt(database, "account", START);
  statements.length = 0;
  let time = START;
  const pauses: number[] = [];
  const pause = async (ms: number) => {
    pauses.push(ms);
    time += ms;
  };
  const waiting = acquireLoginSlot("account", { database, now: () => time, pause });
  await expect(waiting).rejects.toMatchObject({ code: "tooFast", details: { retryAfter: 1 } });
  expect(pauses.slice(0, 5)).toEqual([150, 300, 600, 1200, 2000]);
  expect(new Set(pauses.slice(5))).toEqual(new Set([2000]));
  expect(pauses.length).toBeLessThan(12);
  expect(statements.length).toBeLessThanOrEqual(2 * (pauses.length + 1));
});

test("an address that attempts many accounts must wait, with correct passwords too", async () => {
  const from = { "CF-Connecting-IP": "192.0.2.60" };
  const statuses: number[] = [];
  // The platform counts by the minute of the clock, which may end meanwhile.
  while (statuses.at(-1) !== 429 && statuses.length <= 2 * PER_MINUTE) {
    const account = `${NAMES[statuses.length % NAMES.length]}@example.org`;
    const { status, headers } = await callApi(LOGIN, { account, password: PASSWORD }, from);
    statuses.push(status);
    if (status === 429) expect(headers.get("Retry-After")).toBe("60");
  }
  expect(statuses.length).toBeGreaterThan(PER_MINUTE);
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([200]));
  expect(statuses.at(-1)).toBe(429);
  const right = { account: "owner@example.org", password: PASSWORD };
  const elsewhere = { "CF-Connecting-IP": "192.0.2.61" };
  expect((await callApi(LOGIN, right, elsewhere)).status).toBe(200);
});

test("an address that has to wait is refused before anything is looked up", async () => {
  const { env: recorded, statements } = recordQueries();
  const body = JSON.stringify({ account: "owner@example.org", password: PASSWORD });
  const counted: string[] = [];
  const limit = async ({ key }: RateLimitOptions) => {
    counted.push(key);
    return { success: false };
  };
  const headers = { "CF-Connecting-IP": "2001:db8:1:2:3::4" };
  const login = new Request(`${ORIGIN}/api${LOGIN}`, { method: "POST", headers, body });
  const refused = await server.fetch(login, { ...recorded, LOGIN_ATTEMPTS: { limit } });
  expect(refused.status).toBe(429);
  expect(counted).toEqual(["2001:db8:1:2::/64"]);
  expect(statements).toEqual([]);
});

test("an office behind one address signs in concurrently, and invalid logins do not count", async () => {
  const from = { "CF-Connecting-IP": "192.0.2.62" };
  const incomplete = Array.from({ length: PER_MINUTE }, () => callApi(LOGIN, {}, from));
  for (const { status } of await Promise.all(incomplete)) expect(status).toBe(422);
  const people = Array.from({ length: 8 }, () => NAMES).flat();
  const signed = await Promise.all(
    people.map((name) =>
      callApi(LOGIN, { account: `${name}@example.org`, password: PASSWORD }, from),
    ),
  );
  expect(new Set(signed.map(({ status }) => status))).toEqual(new Set([200]));
});
