import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import problems from "#locales/en/problems.json";
import { completeTransfers } from "#operations/members/transfer.ts";
import { contextOf } from "#workers/services.ts";
import { type ApiPath, callAs, type DataOf, signIn } from "../support/call-api.ts";
import { readMails } from "../support/read-mails.ts";
import { ALPHA, BETA, FOREIGN, GAMMA, seedUsers } from "../support/seed-users.ts";

const tokens: Record<string, string> = {};
const as = (name: string, path: string, body: object) =>
  callAs(tokens[name] ?? "", `/site/v2/user/${path}`, body);

/** Name of a call about the users of a site. */
type UserCall = ApiPath extends infer Path
  ? Path extends `/site/v2/user/${infer Name}`
    ? Name
    : never
  : never;

async function dataOf<Name extends UserCall>(name: string, path: Name, body: object) {
  const { status, body: answer } = await as(name, path, body);
  expect([path, status, answer.message]).toEqual([path, 200, problems.success]);
  return answer.data as DataOf<`/site/v2/user/${Name}`>;
}

const statusOf = async (name: string, path: string, body: object) =>
  (await as(name, path, body)).status;

const membersOf = async (id: number) => (await dataOf("owner", "getNormalBySiteId", { id })).list;
const idOf = async (name: string) =>
  Number(
    await env.DB.prepare("select id from users where account = ?")
      .bind(`${name}@example.org`)
      .first("id"),
  );
const historyOf = async (id: number) => (await dataOf("owner", "getAccessChanges", { id })).list;
const kindsAt = async (id: number) => (await historyOf(id)).map(({ kind }) => kind);

beforeAll(async () => {
  await seedUsers();
  for (const name of ["owner", "administrator", "full", "monitor", "stranger"])
    tokens[name] = await signIn(name);
});

test("a user is invited, accepts, is changed and removed, and every step is logged", async () => {
  const email = "stranger@example.org";
  const invite = { id: ALPHA, email, role: 2, endsAt: "2031-11-28" };
  await dataOf("administrator", "invite", invite);
  const [mail] = (await readMails(email)).filter(({ template }) => template === "invitation");
  expect(mail?.values).toMatchObject({
    site: "Alpha roof",
    email: "administrator@example.org",
    as: "member",
    registered: true,
    confirmed: true,
  });
  const check = await dataOf("full", "getCheckBySiteId", { id: ALPHA });
  expect(check.invitations).toMatchObject([{ email, role: 2, invitedBy: "The administrator" }]);

  const mine = await dataOf("stranger", "invitations", {});
  // The end of that day in Berlin.
  const endsAt = Date.UTC(2031, 10, 28, 23);
  expect(mine.list).toMatchObject([{ siteName: "Alpha roof", as: "member", endsAt }]);
  const [invitation] = mine.list;
  // Another user cannot accept the invitation.
  expect(await statusOf("monitor", "accept", { id: invitation?.id })).toBe(404);
  expect(await dataOf("stranger", "accept", { id: invitation?.id })).toMatchObject({ id: ALPHA });
  expect(await statusOf("stranger", "accept", { id: invitation?.id })).toBe(404);
  const member = (await membersOf(ALPHA)).find(({ account }) => account === email);
  expect(member).toMatchObject({ role: 2, endsAt, receivesAlarms: true });
  const opened = await callAs(tokens.stranger ?? "", "/site/v2/getSiteById", { id: ALPHA });
  expect(opened.body.data).toMatchObject({ role: 2, endsAt });
  expect(await statusOf("administrator", "invite", invite)).toBe(409);

  const userId = member?.userId ?? 0;
  await dataOf("administrator", "updateRole", { id: ALPHA, userId, role: 3, endsAt: null });
  await dataOf("administrator", "updateReceive", { id: ALPHA, userId, receive: false });
  expect((await membersOf(ALPHA)).find(({ account }) => account === email)).toMatchObject({
    role: 3,
    endsAt: null,
    receivesAlarms: false,
  });
  const { body: shared } = await callAs(tokens.full ?? "", "/site/v2/share/add", { siteId: ALPHA });
  // The remover is reminded of the link, which the member may have noted.
  expect(await dataOf("administrator", "delete", { id: ALPHA, userId })).toEqual({
    shareId: (shared.data as { id: number }).id,
  });
  expect(await statusOf("stranger", "getNormalBySiteId", { id: ALPHA })).toBe(404);
  expect((await readMails(email)).at(-1)).toMatchObject({ template: "removed" });
  expect(await kindsAt(ALPHA)).toEqual(["removed", "roleChanged", "accepted", "invited"]);
  const { results } = await env.DB.prepare("select * from pending_revocations").all();
  expect(results).toEqual([]);
});

test("an invitation to an address without an account is pending, can be withdrawn and declined", async () => {
  const email = "unregistered@example.net";
  await dataOf("owner", "invite", { id: BETA, email, role: 1 });
  // What the owner offered an administrator neither changes nor withdraws.
  expect(await statusOf("administrator", "invite", { id: BETA, email, role: 2 })).toBe(409);
  const waiting = async () => (await dataOf("owner", "getCheckBySiteId", { id: BETA })).invitations;
  const [{ id: invitationId = 0 } = {}] = await waiting();
  expect(await statusOf("administrator", "delete", { id: BETA, invitationId })).toBe(404);
  const [mail] = await readMails(email);
  expect(mail?.values.link).toBe("http://localhost:8787/register?email=unregistered%40example.net");
  expect(await statusOf("owner", "delete", { id: GAMMA, invitationId })).toBe(404);
  await dataOf("owner", "delete", { id: BETA, invitationId });
  expect(await waiting()).toEqual([]);

  await dataOf("owner", "invite", { id: BETA, email: "stranger@example.org" });
  const mine = await dataOf("stranger", "invitations", {});
  await dataOf("stranger", "decline", { id: mine.list[0]?.id });
  expect(await kindsAt(BETA)).toEqual(["declined", "invited", "invitationWithdrawn", "invited"]);
  // The answer does not reveal whether the address has an account.
  expect((await historyOf(BETA))[0]).toMatchObject({
    by: null,
    person: null,
    email: "stranger@example.org",
  });
});

test("a user without a site requests access by its serial number, and is approved or refused", async () => {
  for (const sn of ["beta-0001", "UNKNOWN-1", "SPARE-001"])
    expect((await as("stranger", "apply", { sn, message: " I sold\r\nthe plant. " })).body).toEqual(
      {
        code: 200,
        message: problems.success,
      },
    );
  const userId = await idOf("stranger");
  const { applications } = await dataOf("full", "getCheckBySiteId", {
    id: BETA,
  });
  expect(applications).toMatchObject([
    { userId, account: "stranger@example.org", message: "I sold\nthe plant." },
  ]);
  const mails = await readMails("owner@example.org");
  expect(mails.map(({ template }) => template)).toEqual(["applied"]);
  // The e-mail carries no text of a stranger.
  expect(JSON.stringify(mails)).not.toContain("I sold");
  const long = await as("stranger", "apply", { sn: "BETA-0001", message: "x".repeat(501) });
  expect([long.status, long.body.data]).toMatchObject([422, { fields: { message: "tooLong" } }]);
  expect(await statusOf("administrator", "pass", { id: BETA, userId, role: 1 })).toBe(403);
  await dataOf("administrator", "refuse", { id: BETA, userId });
  expect(await statusOf("administrator", "pass", { id: BETA, userId, role: 3 })).toBe(404);
  await as("stranger", "apply", { sn: "BETA-0001" });
  const past = { id: BETA, userId, role: 3, endsAt: "2020-01-01" };
  const refused = await as("administrator", "pass", past);
  expect([refused.status, refused.body.data]).toEqual([422, { fields: { endsAt: "endsInPast" } }]);
  await dataOf("owner", "pass", { id: BETA, userId, role: 1 });
  expect((await readMails("stranger@example.org")).at(-1)).toMatchObject({ template: "approved" });
  expect(await statusOf("stranger", "getAccessChanges", { id: BETA })).toBe(200);
  await dataOf("stranger", "leave", { id: BETA });
  expect(await statusOf("stranger", "getAccessChanges", { id: BETA })).toBe(404);
  expect(await statusOf("owner", "leave", { id: BETA })).toBe(409);
  for (let attempts = 4; attempts < 10; attempts++)
    await as("stranger", "apply", { sn: "UNKNOWN-1" });
  expect(await statusOf("stranger", "apply", { sn: "UNKNOWN-1" })).toBe(429);
});

test("an owner grants and revokes an administrator's access; no one revokes the owner's", async () => {
  const [owner, administrator] = [await idOf("owner"), await idOf("administrator")];
  const full = await idOf("full");
  for (const [path, more] of [
    ["delete", {}],
    ["updateRole", { role: 3 }],
  ] as const) {
    for (const userId of [owner, administrator])
      expect(await statusOf("administrator", path, { id: GAMMA, userId, ...more })).toBe(403);
    expect(await statusOf("owner", path, { id: GAMMA, userId: owner, ...more })).toBe(403);
    expect(await statusOf("full", path, { id: GAMMA, userId: full, ...more })).toBe(403);
  }
  expect(await statusOf("administrator", "updateRole", { id: GAMMA, userId: full, role: 1 })).toBe(
    403,
  );
  for (const invited of [{ role: 1 }, { as: "owner" }, { as: "dealer" }])
    expect(
      await statusOf("administrator", "invite", { id: GAMMA, email: "x@example.net", ...invited }),
    ).toBe(403);
  await dataOf("owner", "updateRole", { id: GAMMA, userId: full, role: 1 });
  expect((await membersOf(GAMMA)).find(({ userId }) => userId === full)?.role).toBe(1);
});

test("a site is handed over, and who had it stays an administrator", async () => {
  await dataOf("owner", "invite", { id: GAMMA, email: "full@example.org", as: "owner" });
  await dataOf("owner", "invite", { id: GAMMA, email: "monitor@example.org", as: "owner" });
  expect(
    await statusOf("owner", "invite", { id: GAMMA, email: "owner@example.org", as: "owner" }),
  ).toBe(409);
  const mine = await dataOf("full", "invitations", {});
  const other = await dataOf("monitor", "invitations", {});
  await dataOf("full", "accept", { id: mine.list[0]?.id });
  // Only one of them can.
  expect(await statusOf("monitor", "accept", { id: other.list[0]?.id })).toBe(404);
  expect((await membersOf(GAMMA))[0]).toMatchObject({ account: "owner@example.org", owner: true });
  await env.DB.exec("update transfers set effective_at = 0");
  await completeTransfers(contextOf(env));
  const members = await membersOf(GAMMA);
  expect(members[0]).toMatchObject({ account: "full@example.org", owner: true, role: 1 });
  expect(members.find(({ account }) => account === "owner@example.org")).toMatchObject({
    owner: false,
    role: 1,
    endsAt: null,
  });
  expect((await readMails("owner@example.org")).at(-1)).toMatchObject({ template: "handedOver" });
  expect(await kindsAt(GAMMA)).toEqual([
    ...["handedOver", "transferAccepted", "invited", "invited", "roleChanged"],
  ]);
  expect(await statusOf("owner", "delete", { id: GAMMA, userId: await idOf("full") })).toBe(403);
});

test("the dealer is one by trade, has full function, and is the owner's to set", async () => {
  await env.DB.exec("update users set type = 2 where account = 'monitor@example.org'");
  const userId = await idOf("monitor");
  const dealerOf = () => env.DB.prepare("select dealer_id from sites where id = 1").first();
  expect(await statusOf("administrator", "setDealer", { id: ALPHA, userId, dealer: true })).toBe(
    403,
  );
  const full = { id: ALPHA, userId: await idOf("full"), dealer: true };
  expect(await statusOf("owner", "setDealer", full)).toBe(409);
  await dataOf("owner", "setDealer", { id: ALPHA, userId, dealer: true });
  expect(await dealerOf()).toEqual({ dealer_id: userId });
  expect((await membersOf(ALPHA)).find((one) => one.userId === userId)).toMatchObject({
    role: 2,
    dealer: true,
    dealerByTrade: true,
  });
  expect(await statusOf("administrator", "delete", { id: ALPHA, userId })).toBe(403);
  await dataOf("owner", "setDealer", { id: ALPHA, userId, dealer: false });
  expect((await membersOf(ALPHA)).some((one) => one.userId === userId)).toBe(false);
  expect(await dealerOf()).toEqual({ dealer_id: null });

  await dataOf("owner", "invite", { id: ALPHA, email: "monitor@example.org", as: "dealer" });
  await dataOf("owner", "invite", { id: ALPHA, email: "stranger@example.org", as: "dealer" });
  const [stranger] = (await dataOf("stranger", "invitations", {})).list;
  expect(await statusOf("stranger", "accept", { id: stranger?.id })).toBe(409);
  const [mine] = (await dataOf("monitor", "invitations", {})).list;
  await dataOf("monitor", "accept", { id: mine?.id });
  expect(await dealerOf()).toEqual({ dealer_id: userId });
  await dataOf("monitor", "leave", { id: ALPHA });
  expect(await dealerOf()).toEqual({ dealer_id: null });
});

test("administrators of several sites are set and removed in one step", async () => {
  const { body } = await callAs(tokens.owner ?? "", "/user/v2/groupuser/add", {
    email: "friend@example.net",
  });
  expect(body.code).toBe(200);
  const group = await callAs(tokens.owner ?? "", "/user/v2/groupuser/get", {});
  const [friend] = (group.body.data as { list: { id: number }[] }).list;
  const siteIds = [ALPHA, BETA, GAMMA, FOREIGN, 999];
  const users = [friend?.id ?? 0, "full@example.org", "owner@example.org"];
  const result = await dataOf("owner", "batchOpera", {
    siteIds,
    users,
    operation: "assign",
  });
  const nothing = { changed: 0, invited: 0 };
  expect(result.sites).toEqual([
    { result: "done", changed: 1, invited: 1 },
    { result: "done", changed: 1, invited: 1 },
    // It has another owner now.
    { result: "forbidden", ...nothing },
    { result: "notFound", ...nothing },
    { result: "notFound", ...nothing },
  ]);
  const invitations = await readMails("friend@example.net");
  expect(invitations).toMatchObject([{ template: "invitation", values: { site: "" } }]);
  expect((await membersOf(BETA)).find(({ account }) => account.startsWith("full"))?.role).toBe(1);
  expect(await statusOf("owner", "batchOpera", { siteIds, users: [77], operation: "assign" })).toBe(
    422,
  );
  const removed = await dataOf("owner", "batchOpera", {
    siteIds: [ALPHA, BETA],
    users,
    operation: "remove",
  });
  const one = { result: "done", changed: 1, invited: 1 };
  expect(removed.sites).toEqual([one, one]);
  const reported = (await readMails("full@example.org")).filter(
    ({ template }) => template === "removed",
  );
  expect(reported).toMatchObject([{ values: { sites: ["Alpha roof", "Beta 100%_farm"] } }]);
  // No user had accepted the invitation, so there is no one to notify.
  expect(await readMails("friend@example.net")).toHaveLength(1);
  await dataOf("owner", "batchOpera", { siteIds: [ALPHA], users, operation: "remove" });
  expect((await readMails("full@example.org")).at(-1)).toEqual(reported[0]);
  expect((await membersOf(BETA)).some(({ account }) => account.startsWith("full"))).toBe(false);
  expect((await kindsAt(BETA)).slice(0, 4)).toEqual([
    ...["invitationWithdrawn", "removed", "invited", "roleChanged"],
  ]);
});

test("addresses that the operator blocks are not invited", async () => {
  await env.DB.exec("insert into blocked_addresses values ('@spam.example', 1)");
  const refused = await as("owner", "invite", { id: ALPHA, email: "a@spam.example" });
  expect([refused.status, refused.body.data]).toEqual([
    422,
    { fields: { email: "addressBlocked" } },
  ]);
  const batch = { siteIds: [ALPHA], users: ["a@spam.example"], operation: "assign" };
  expect(await statusOf("owner", "batchOpera", batch)).toBe(422);
});

test("an invitation decides whether its member receives alarms, by default all but monitors do", async () => {
  const email = "stranger@example.org";
  for (const [role, receive, receives] of [
    [2, undefined, true],
    [2, false, false],
    [3, undefined, false],
    [3, true, true],
  ] as const) {
    // The last invitation of an address counts.
    await dataOf("administrator", "invite", { id: ALPHA, email, role, receive: !receives });
    await dataOf("administrator", "invite", { id: ALPHA, email, role, receive });
    const mine = await dataOf("stranger", "invitations", {});
    await dataOf("stranger", "accept", { id: mine.list[0]?.id });
    const member = (await membersOf(ALPHA)).find(({ account }) => account === email);
    expect(member, JSON.stringify({ role, receive })).toMatchObject({
      role,
      receivesAlarms: receives,
    });
    await dataOf("administrator", "delete", { id: ALPHA, userId: member?.userId });
  }
});

test("an invitation as dealer decides whether a member receives alarms, and changes nothing without a decision", async () => {
  await env.DB.exec("update users set type = 2 where account = 'full@example.org'");
  const email = "full@example.org";
  for (const [receive, before, after] of [
    [undefined, false, false],
    [undefined, true, true],
    [true, false, true],
    [false, true, false],
  ] as const) {
    const userId = await idOf("full");
    await env.DB.prepare(
      "insert or replace into memberships (user_id, site_id, role, receives_alarms, created_at) values (?, ?, 3, ?, 1)",
    )
      .bind(userId, ALPHA, Number(before))
      .run();
    await dataOf("owner", "invite", { id: ALPHA, email, as: "dealer", receive });
    const mine = await dataOf("full", "invitations", {});
    await dataOf("full", "accept", { id: mine.list[0]?.id });
    const member = (await membersOf(ALPHA)).find(({ account }) => account === email);
    expect(member, JSON.stringify({ receive, before })).toMatchObject({
      dealer: true,
      receivesAlarms: after,
    });
    await env.DB.exec(`update sites set dealer_id = null where id = ${ALPHA}`);
  }
  await env.DB.exec("update users set type = 1 where account = 'full@example.org'");
});
