import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { MAX_INVITATION_MAILS } from "#database/members/invitation-mails.ts";
import { MAX_PENDING } from "#domain/members/member-limits.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { callAs, signIn } from "../support/call-api.ts";
import { ALPHA, BETA, GAMMA, seedUsers } from "../support/seed-users.ts";

const STRANGER = "stranger@example.org";
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await seedUsers();
  for (const name of ["owner", "administrator", "stranger"]) tokens[name] = await signIn(name);
});

async function ask(name: string, path: string, body: object) {
  const { status, body: answer } = await callAs(tokens[name] ?? "", `/site/v2/user/${path}`, body);
  return { status, data: answer.data };
}
const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status;

type Mine = { list: { id: number; as: string }[] };
const invitationsOf = async (name: string) =>
  ((await ask(name, "invitations", {})).data as Mine).list;
const waitingAt = async (id: number) =>
  ((await ask("owner", "getCheckBySiteId", { id })).data as { invitations: object[] }).invitations;
const countOf = async (text: string, ...values: (string | number)[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .first("count(*)");
const mailsTo = (email: string) =>
  countOf("select count(*) from mails where template = 'invitation' and recipient = ?", email);
const owns = (site: number, person: number) =>
  env.DB.prepare("update sites set creator_id = ? where id = ?").bind(person, site).run();

test("an invitation ends with the access of its sender", async () => {
  const invite = { id: ALPHA, email: STRANGER, role: 2 };
  expect(await statusOf("administrator", "invite", invite)).toBe(200);
  const [{ id } = { id: 0 }] = await invitationsOf("stranger");
  expect(await waitingAt(ALPHA)).toHaveLength(1);
  for (const lost of [
    "update memberships set role = 2 where user_id = 2 and site_id = 1",
    "update memberships set role = 1, ends_at = 1 where user_id = 2 and site_id = 1",
    "delete from memberships where user_id = 2 and site_id = 1",
  ]) {
    await env.DB.exec(lost);
    expect(await invitationsOf("stranger"), lost).toEqual([]);
    expect(await statusOf("stranger", "accept", { id }), lost).toBe(404);
  }
  expect(await waitingAt(ALPHA)).toEqual([]);
  // A user with the permission invites them again.
  expect(await statusOf("owner", "invite", invite)).toBe(200);
  expect(await invitationsOf("stranger")).toMatchObject([{ id }]);
  expect(await statusOf("stranger", "accept", { id })).toBe(200);
});

test("offers of an owner end with the ownership, and keep no address", async () => {
  for (const offer of [{ role: 1 }, { as: "dealer" }, { as: "owner" }])
    expect(await statusOf("owner", "invite", { id: BETA, email: STRANGER, ...offer })).toBe(200);
  const offered = await invitationsOf("stranger");
  expect(offered).toHaveLength(3);
  await owns(BETA, 2);
  expect(await invitationsOf("stranger")).toEqual([]);
  for (const { id } of offered) expect(await statusOf("stranger", "accept", { id })).toBe(404);
  // The former owner may invite others as an administrator does.
  expect(await statusOf("owner", "invite", { id: BETA, email: STRANGER, role: 3 })).toBe(200);
  expect(await invitationsOf("stranger")).toMatchObject([{ as: "member", role: 3 }]);
  await owns(BETA, 1);
});

test("an invitation is sent once a day, and an address gets few of all together", async () => {
  const email = "victim@example.net";
  const invite = (id: number) => statusOf("owner", "invite", { id, email });
  for (let times = 0; times < 3; times++) expect(await invite(GAMMA)).toBe(200);
  expect(await mailsTo(email)).toBe(1);
  const assign = { siteIds: [GAMMA], users: [email], operation: "assign" };
  expect(await statusOf("owner", "batchOpera", assign)).toBe(200);
  expect(await mailsTo(email)).toBe(1);
  await env.DB.exec(`update invitations set created_at = created_at - ${DAY_MS}`);
  expect(await invite(GAMMA)).toBe(200);
  expect(await mailsTo(email)).toBe(2);
  // One that is withdrawn and sent again is new.
  for (let times = 0; times < MAX_INVITATION_MAILS; times++) {
    await env.DB.prepare("delete from invitations where email = ?").bind(email).run();
    expect(await invite(GAMMA)).toBe(200);
  }
  expect(await mailsTo(email)).toBe(MAX_INVITATION_MAILS);
  expect(await waitingAt(GAMMA)).toMatchObject([{ email }]);
  await env.DB.exec(`update rate_limit_attempts set at = at - ${DAY_MS}`);
  expect(await invite(ALPHA)).toBe(200);
  expect(await mailsTo(email)).toBe(MAX_INVITATION_MAILS + 1);
});

test("a site where too many wait gets no administrators by the dozen, the others do", async () => {
  await env.DB.prepare(
    "insert into invitations (site_id, email, invited_as, role, invited_by, created_at, expires_at) select ?, value || '@many.example', 'member', 3, 1, 1, ? from json_each(?)",
  )
    .bind(
      BETA,
      Date.now() + DAY_MS,
      JSON.stringify(Array.from({ length: MAX_PENDING - 2 }, (_, index) => index)),
    )
    .run();
  const users = ["one@example.net", "two@example.net", "full@example.org"];
  const assign = { siteIds: [ALPHA, BETA], users, operation: "assign" };
  expect((await ask("owner", "batchOpera", assign)).data).toEqual({
    sites: [
      { result: "done", changed: 1, invited: 2 },
      { result: "full", changed: 0, invited: 0 },
    ],
  });
});

test("every address of a batch counts", async () => {
  await env.DB.exec("delete from rate_limit_attempts");
  const some = (round: number, length: number) => ({
    siteIds: [GAMMA],
    users: Array.from({ length }, (_, index) => `a${round}-${index}@example.net`),
    operation: "assign",
  });
  for (let round = 0; round < 9; round++)
    expect(await statusOf("owner", "batchOpera", some(round, 20))).toBe(200);
  expect(await statusOf("owner", "batchOpera", some(10, 19))).toBe(200);
  expect(await statusOf("owner", "batchOpera", some(11, 2))).toBe(429);
  expect(await statusOf("owner", "batchOpera", some(12, 1))).toBe(200);
  expect(await statusOf("owner", "invite", { id: GAMMA, email: "z@example.net" })).toBe(429);
});
