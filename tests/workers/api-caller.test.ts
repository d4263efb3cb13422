import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#domain/units/durations.ts";
import problems from "#locales/en/problems.json";
import { callApi, ORIGIN, signIn } from "../support/call-api.ts";
import { seedUsers } from "../support/seed-users.ts";

const LIST = "/site/v4/getListBySearchFilterAndReorder";
let token = "";

beforeAll(seedUsers);
beforeEach(async () => {
  token = await signIn("owner");
});

async function statusWith(headers: Record<string, string>): Promise<number> {
  return (await callApi(LIST, {}, headers)).status;
}

test("a token counts in the header with and without Bearer", async () => {
  expect(await statusWith({ Authorization: token })).toBe(200);
  expect(await statusWith({ Authorization: `Bearer ${token}` })).toBe(200);
  expect(await statusWith({ Authorization: `bearer  ${token}` })).toBe(200);
});

test("no token, a wrong one and nonsense are not signed in", async () => {
  const wrong = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
  for (const Authorization of ["", "Bearer", wrong, "Basic b3duZXI6c2VjcmV0", "x".repeat(9000)])
    expect(await statusWith(Authorization === "" ? {} : { Authorization })).toBe(401);
});

test("the cookie counts only on a request of our own pages", async () => {
  const Cookie = `theme=dark; __Host-helioport_session=${token}; a=b`;
  expect(await statusWith({ Cookie, Origin: ORIGIN })).toBe(200);
  expect(await statusWith({ Cookie, "Sec-Fetch-Site": "same-origin" })).toBe(200);
  expect(await statusWith({ Cookie })).toBe(401);
  for (const site of ["cross-site", "same-site", "none"])
    expect(await statusWith({ Cookie, "Sec-Fetch-Site": site }), site).toBe(401);
  for (const Origin of ["https://evil.test", "http://helioport.test", `${ORIGIN}:444`, "null"])
    expect(await statusWith({ Cookie, Origin, "Sec-Fetch-Site": "same-origin" }), Origin).toBe(401);
});

test("the header wins over the cookie, even where only the cookie is right", async () => {
  const cookie = { Cookie: `__Host-helioport_session=${token}`, Origin: ORIGIN };
  expect(await statusWith({ ...cookie, Authorization: "x".repeat(43) })).toBe(401);
  const stranger = await signIn("stranger");
  const { body } = await callApi(LIST, {}, { ...cookie, Authorization: stranger });
  expect(body.data).toMatchObject({ total: 1 });
});

test("a person may have many sessions", async () => {
  const other = await signIn("owner");
  expect(other).not.toBe(token);
  expect(await statusWith({ Authorization: token })).toBe(200);
  expect(await statusWith({ Authorization: other })).toBe(200);
});

test("a session ends 30 days after its last use, and its use keeps it alive", async () => {
  const age = (ms: number) =>
    env.DB.prepare("update sessions set last_used_at = ?")
      .bind(Date.now() - ms)
      .run();
  await age(29 * DAY_MS);
  expect(await statusWith({ Authorization: token })).toBe(200);
  const used = await env.DB.prepare("select max(last_used_at) at from sessions").first<number>(
    "at",
  );
  expect(Date.now() - (used ?? 0)).toBeLessThan(60_000);
  await age(30 * DAY_MS + 3_600_000);
  expect(await statusWith({ Authorization: token })).toBe(401);
});

test("the use of a session is not written on every request", async () => {
  await env.DB.prepare("update sessions set last_used_at = last_used_at - 1000000").run();
  const read = () => env.DB.prepare("select last_used_at from sessions").raw();
  const before = await read();
  expect(await statusWith({ Authorization: token })).toBe(200);
  expect(await read()).toEqual(before);
});

test("a session ended from elsewhere gets 501 for 30 days, then 401", async () => {
  const end = (ago: number) =>
    env.DB.prepare("update sessions set ended_by = 'elsewhere', ended_at = ?")
      .bind(Date.now() - ago)
      .run();
  await end(0);
  const { status, body } = await callApi(LIST, {}, { Authorization: token });
  expect([status, body.message]).toEqual([501, problems.sessionEnded]);
  await end(30 * DAY_MS + 1);
  expect(await statusWith({ Authorization: token })).toBe(401);
});
