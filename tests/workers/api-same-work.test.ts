import { beforeAll, expect, test } from "vitest";
import { server } from "#workers/server.ts";
import { callAs, ORIGIN, signIn, signInOnly } from "../support/call-api.ts";
import { readCode } from "../support/read-mails.ts";
import { recordQueries } from "../support/record-queries.ts";
import { ABSENT, FOREIGN, PASSWORD, seedUsers } from "../support/seed-users.ts";

let token = "";

beforeAll(async () => {
  await seedUsers();
  token = await signInOnly("full");
});

/** What a request does in the database, and its answer. */
async function workOf(path: string, body: object, headers: Record<string, string>) {
  const { env, statements } = recordQueries();
  const url = `${ORIGIN}${path}`;
  const response = await server.fetch(
    path.startsWith("/ws")
      ? new Request(url, { headers })
      : new Request(url, { method: "POST", headers, body: JSON.stringify(body) }),
    env,
  );
  return { status: response.status, body: await response.text(), statements };
}

test("a site that is not yours and one that is not there cost the same queries", async () => {
  const headers = { Authorization: token };
  const page = await callAs(await signIn("stranger"), "/site/v2/getSiteById", { id: FOREIGN });
  const { key } = page.body.data as { key: string };
  // Whom this isolate has not seen before is looked up first; from then on both are one statement.
  const first = await workOf("/api/site/v2/getSiteById", { id: ABSENT }, headers);
  expect([first.status, first.statements.length]).toEqual([404, 2]);
  for (const path of ["/api/site/v2/getSiteById", "/api/site/v2/socketTicket"]) {
    const absent = await workOf(path, { id: ABSENT }, headers);
    expect(absent.status).toBe(404);
    expect(absent.statements).toHaveLength(1);
    for (const input of [{ id: FOREIGN }, { siteKey: key }, { siteKey: "k_nonsense" }])
      expect(await workOf(path, input, headers), JSON.stringify(input)).toEqual(absent);
    const unknown = await workOf(path, { sn: "NOTHING-1" }, headers);
    expect(unknown.status).toBe(404);
    for (const input of [{ sn: "OTHER-001" }, { sn: "SPARE-001" }, { siteKey: "OTHER-001" }])
      expect(await workOf(path, input, headers), JSON.stringify(input)).toEqual(unknown);
  }
});

test("an unknown account and a wrong password cost the same queries", async () => {
  const path = "/api/auth/v2/login";
  const wrong = await workOf(path, { account: "full@example.org", password: "wrong123" }, {});
  const unknown = await workOf(path, { account: "none@example.org", password: PASSWORD }, {});
  expect(wrong.status).toBe(401);
  expect(unknown).toEqual(wrong);
});

test("a link for an unknown address costs the same queries", async () => {
  const path = "/api/user/v2/sendEmailResetPassword";
  const known = await workOf(path, { email: "full@example.org" }, {});
  expect(known.status).toBe(200);
  expect(known.statements).toHaveLength(3);
  for (const email of ["none@example.org", "demo@example.org", "full@example.org"])
    expect(await workOf(path, { email }, {}), email).toEqual(known);
});

test("a registration with a known address costs the same queries", async () => {
  const works = [];
  for (const email of ["full@example.org", "none@example.org"]) {
    const captcha = await workOf("/api/user/v2/register/emailCaptcha", { email }, {});
    expect(captcha.status).toBe(200);
    const registration = await workOf(
      "/api/user/v3/register",
      {
        name: "Zoe",
        email,
        phone: "030 901820",
        country: "DE",
        city: "Berlin",
        password: "Kw7xTq20",
        confirmPassword: "Kw7xTq20",
        agreement: true,
        captcha: await readCode(email),
      },
      {},
    );
    works.push({ captcha, registration });
  }
  expect(works[0]?.registration.status).toBe(200);
  expect(works[1]).toEqual(works[0]);
});

test("a known and an unknown address cost a group the same queries, and so does a change of address", async () => {
  const headers = { Authorization: token };
  for (const [path, more] of [
    ["/api/user/v2/groupuser/add", {}],
    ["/api/user/v2/emailCaptcha", { kind: "new" }],
  ] as const) {
    const known = await workOf(path, { email: "owner@example.org", ...more }, headers);
    expect(known.status).toBe(200);
    expect(await workOf(path, { email: "none@example.org", ...more }, headers)).toEqual(known);
  }
});

test("an invitation of a known and of an unknown address costs the same queries", async () => {
  const headers = { Authorization: await signIn("owner") };
  const path = "/api/site/v2/user/invite";
  // Whom this isolate has not seen before is looked up first.
  await workOf(path, { id: 1, email: "first@example.org" }, headers);
  const known = await workOf(path, { id: 1, email: "stranger@example.org" }, headers);
  expect(known.status).toBe(200);
  for (const email of ["none@example.org", "demo@elsewhere.org", "stranger@example.org"])
    expect(await workOf(path, { id: 1, email }, headers), email).toEqual(known);
  const batch = { siteIds: [1, 2], operation: "assign" };
  const batchPath = "/api/site/v2/user/batchOpera";
  const users = ["stranger@example.org"];
  const stranger = await workOf(batchPath, { ...batch, users }, headers);
  expect(stranger.status).toBe(200);
  const unregistered = await workOf(batchPath, { ...batch, users: ["none@example.org"] }, headers);
  expect(unregistered).toEqual(stranger);
});

test("an application for a site that is there and for one that is not costs the same queries", async () => {
  const headers = { Authorization: await signIn("stranger") };
  const path = "/api/site/v2/user/apply";
  const known = await workOf(path, { sn: "ALPHA-01" }, headers);
  expect(known.status).toBe(200);
  // Without an account, without a site, requested already, and their own.
  for (const sn of ["UNKNOWN-1", "SPARE-001", "ALPHA-01", "OTHER-001"])
    expect(await workOf(path, { sn }, headers), sn).toEqual(known);
});

test("an unknown serial number and a wrong secret cost the same queries", async () => {
  const headersFor = (credentials: string) => ({
    Upgrade: "websocket",
    "Sec-WebSocket-Protocol": "helioport.logger.v1",
    Authorization: `Basic ${btoa(credentials)}`,
  });
  const wrong = await workOf("/ws/logger", {}, headersFor("ALPHA-01:wrong"));
  expect(wrong.status).toBe(401);
  expect(wrong.statements).toHaveLength(1);
  for (const credentials of ["UNKNOWN-1:wrong", "no serial:x", "nothing"])
    expect(await workOf("/ws/logger", {}, headersFor(credentials))).toEqual(wrong);
});
