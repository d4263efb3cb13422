import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import problems from "#locales/en/problems.json";
import { digest } from "#protocol/keys/digest.ts";
import { server } from "#workers/server.ts";
import { callAs, ORIGIN, signIn } from "../support/call-api.ts";
import { ALPHA, BETA, seedUsers } from "../support/seed-users.ts";
import { recordSites } from "../support/sites-double.ts";

const LIST = "/site/v4/getListBySearchFilterAndReorder";
type Listed = { id: string; createTime: number; lastUseTime: number; current: boolean };

beforeAll(seedUsers);
beforeEach(() => env.DB.exec("delete from sessions"));

async function listOwn(token: string): Promise<Listed[]> {
  const { body } = await callAs(token, "/user/v2/session/list", {});
  return (body.data as { list: Listed[] }).list;
}

test("a person sees where they are signed in, and which session is this one", async () => {
  const [one, two] = [await signIn("full"), await signIn("full")];
  await signIn("owner");
  await callAs(one, "/user/v2/token/add", { name: "x", scope: "read", days: 1 });
  await env.DB.prepare("update sessions set last_used_at = last_used_at - 5000000 where id = ?")
    .bind(digest(one))
    .run();
  const sessions = await listOwn(two);
  expect(sessions.map(({ current }) => current)).toEqual([true, false]);
  for (const { createTime, lastUseTime } of sessions) {
    expect(Math.abs(Date.now() - createTime)).toBeLessThan(60_000);
    expect(lastUseTime).toBeLessThanOrEqual(Date.now());
  }
  const ids = sessions.map(({ id }) => id);
  expect(new Set([...ids, digest(one), digest(two), one, two]).size).toBe(6);
  expect((await listOwn(one)).map(({ id }) => id).sort()).toEqual(ids.sort());
});

test("a session ended from elsewhere gets 501, its sockets closed before the answer", async () => {
  const [here, there] = [await signIn("full"), await signIn("full")];
  for (const id of [ALPHA, BETA]) await callAs(there, "/site/v2/socketTicket", { id });
  const other = (await listOwn(here)).find(({ current }) => !current);
  const { env: recorded, reported } = recordSites();
  const request = new Request(`${ORIGIN}/api/user/v2/session/delete`, {
    method: "POST",
    headers: { Authorization: here },
    body: JSON.stringify({ id: other?.id }),
  });
  expect((await server.fetch(request, recorded)).status).toBe(200);
  expect(reported).toEqual([
    [`site-${ALPHA}`, { session: digest(there) }],
    [`site-${BETA}`, { session: digest(there) }],
  ]);
  expect((await callAs(there, LIST, {})).status).toBe(501);
  expect((await callAs(here, LIST, {})).status).toBe(200);
  const again = await callAs(here, "/user/v2/session/delete", { id: other?.id });
  expect(again.status).toBe(404);
});

test("this session may end itself, which is a log-out", async () => {
  const here = await signIn("full");
  const [own] = await listOwn(here);
  expect((await callAs(here, "/user/v2/session/delete", { id: own?.id })).status).toBe(200);
  expect((await callAs(here, LIST, {})).status).toBe(401);
});

test("sessions of other users and tokens, expired ones and nonsense are not found", async () => {
  const here = await signIn("full");
  const stranger = await signIn("stranger");
  const [foreign] = await listOwn(stranger);
  const old = await signIn("full");
  const found = (await listOwn(here)).find(({ current }) => !current);
  await env.DB.prepare("update sessions set last_used_at = 1 where id = ?").bind(digest(old)).run();
  for (const id of [foreign?.id, found?.id, digest(here), here, "", "x".repeat(43)]) {
    const { status, body } = await callAs(here, "/user/v2/session/delete", { id });
    expect([status, body.message], id).toEqual([404, problems.notFound]);
  }
  expect(await listOwn(here)).toHaveLength(1);
  expect((await callAs(stranger, LIST, {})).status).toBe(200);
});
