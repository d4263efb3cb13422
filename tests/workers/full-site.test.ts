import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { MAX_MEMBERS } from "#domain/members/member-limits.ts";
import problems from "#locales/en/problems.json";
import { callAs, signIn } from "../support/call-api.ts";
import { ALPHA, seedUsers } from "../support/seed-users.ts";

const STRANGER = "stranger@example.org";
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await seedUsers();
  for (const name of ["owner", "monitor", "stranger"]) tokens[name] = await signIn(name);
  await env.DB.exec(
    `with recursive n(i) as (select 1000 union all select i + 1 from n where i < ${1000 + MAX_MEMBERS}) insert into users (id, account, email, name, password_hash, created_at) select i, 'filler' || i, 'filler' || i, 'F', 'x', 1 from n`,
  );
});

async function ask(name: string, path: string, body: object) {
  const { status, body: answer } = await callAs(tokens[name] ?? "", `/site/v2/user/${path}`, body);
  return { status, message: answer.message, data: answer.data };
}
const FULL = { status: 409, message: problems.siteFull.replace("{{limit}}", "200") };
const countMembers = () =>
  env.DB.prepare("select count(*) as n from memberships where site_id = ?")
    .bind(ALPHA)
    .first<number>("n");

/** So many places are left. */
async function leave(places: number) {
  await env.DB.exec(
    `delete from memberships where site_id = ${ALPHA} and user_id >= 1000; insert into memberships (user_id, site_id, role, created_at) select id, ${ALPHA}, 3, 1 from users where id > 1000 limit ${MAX_MEMBERS - places} - (select count(*) from memberships where site_id = ${ALPHA})`,
  );
  expect(await countMembers()).toBe(MAX_MEMBERS - places);
}

async function idOf(offer: object) {
  expect((await ask("owner", "invite", { id: ALPHA, email: STRANGER, ...offer })).status).toBe(200);
  const { list } = (await ask("stranger", "invitations", {})).data as { list: { id: number }[] };
  return list[0]?.id;
}

test("a full site accepts no member in any way, and reports it", async () => {
  await ask("stranger", "apply", { sn: "ALPHA-01" });
  const asMember = await idOf({ role: 3 });
  const asOwner = await idOf({ as: "owner" });
  const { results } = await env.DB.prepare("select id from users where account = ?")
    .bind(STRANGER)
    .all<{ id: number }>();
  const userId = results[0]?.id;
  await leave(0);
  expect(await ask("owner", "pass", { id: ALPHA, userId })).toMatchObject(FULL);
  for (const id of [asMember, asOwner])
    expect(await ask("stranger", "accept", { id })).toMatchObject(FULL);
  for (const email of [STRANGER, "unregistered@example.org"])
    expect(await ask("owner", "invite", { id: ALPHA, email })).toMatchObject(FULL);
  expect(await countMembers()).toBe(MAX_MEMBERS);
  // A member takes no place that is not theirs already.
  const monitor = { id: ALPHA, email: "monitor@example.org", as: "owner" };
  expect((await ask("owner", "invite", monitor)).status).toBe(200);
  const { list } = (await ask("monitor", "invitations", {})).data as { list: { id: number }[] };
  expect((await ask("monitor", "accept", { id: list[0]?.id })).status).toBe(200);
  expect(await countMembers()).toBe(MAX_MEMBERS);
  await env.DB.exec(`update sites set creator_id = 1 where id = ${ALPHA}`);
});

test("one of two concurrent candidates takes the last place", async () => {
  // The first of the fillers asks, and is none of those who fill it.
  await env.DB.exec(
    `insert into applications (site_id, user_id, created_at) values (${ALPHA}, 1000, 1)`,
  );
  await leave(1);
  const id = await idOf({ role: 3 });
  const taken = await Promise.all([
    ask("stranger", "accept", { id }),
    ask("owner", "pass", { id: ALPHA, userId: 1000 }),
  ]);
  expect(taken.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await countMembers()).toBe(MAX_MEMBERS);
});
