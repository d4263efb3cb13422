import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { digest } from "#protocol/keys/digest.ts";
import { type ApiAnswer, callAs, signIn } from "../support/call-api.ts";
import { ALPHA, BETA, GAMMA, seedUsers } from "../support/seed-users.ts";

beforeAll(seedUsers);

/** A user whom this isolate has seen already. */
async function sign(name: string): Promise<string> {
  const token = await signIn(name);
  expect((await look(token, ALPHA)).status).toBe(200);
  return token;
}

function look(token: string, id: number): Promise<ApiAnswer> {
  return callAs(token, "/site/v2/getSiteById", { id });
}

async function change(statement: string, ...values: unknown[]): Promise<void> {
  const { meta } = await env.DB.prepare(statement)
    .bind(...values)
    .run();
  expect(meta.changes).toBeGreaterThan(0);
}

test("a removed member gets the answer of a stranger at the next call", async () => {
  const token = await sign("full");
  await change("delete from memberships where site_id = ? and user_id = 3", BETA);
  expect((await look(token, BETA)).status).toBe(404);
  expect((await look(token, ALPHA)).status).toBe(200);
});

test("a revoked role no longer counts at the next call", async () => {
  const token = await sign("full");
  await change("update memberships set role = 3 where site_id = ? and user_id = 3", GAMMA);
  const { body } = await look(token, GAMMA);
  expect(body.data).toMatchObject({ role: 3 });
});

test("a session that has ended does nothing more", async () => {
  const token = await sign("monitor");
  const ended = "update sessions set ended_at = 1 where id = ?";
  await change(ended, digest(token));
  const name = env.DB.prepare("select name from users where account = 'monitor@example.org'");
  const before = await name.first("name");
  const update = { name: "Mallory", country: "DE", city: "Bonn", phone: "" };
  expect((await callAs(token, "/user/v2/update", update)).status).toBe(401);
  expect((await callAs(token, "/site/v2/socketTicket", { id: ALPHA })).status).toBe(401);
  expect(await name.first("name")).toBe(before);
});

test("a change of a user's account counts at the next call", async () => {
  const token = await sign("owner");
  const own = () => callAs(token, "/user/v2/get", {});
  await change("update users set name = 'Other Name' where account = 'owner@example.org'");
  expect((await own()).body.data).toMatchObject({ name: "Other Name" });
});
