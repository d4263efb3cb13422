import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { invite } from "#database/members/invitations.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { expireMemberships } from "#operations/jobs/expire-memberships.ts";
import { newMemberMail } from "#operations/members/member-mail.ts";
import { callAs, signIn } from "../support/call-api.ts";
import { findInDatabase } from "../support/find-in-database.ts";
import { ALPHA, BETA, GAMMA, PASSWORD, seedUsers } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";
import { listedBy } from "../support/users-listing.ts";

beforeAll(seedUsers);

const idOf = async (name: string) =>
  Number(
    await env.DB.prepare("select id from users where account = ?")
      .bind(`${name}@example.org`)
      .first("id"),
  );
const rowsOf = async (text: string) => (await env.DB.prepare(text).all()).results;

test("an access ends by itself, is logged, and its site is notified", async () => {
  const context = testContext(Date.now());
  const full = await idOf("full");
  const monitor = await idOf("monitor");
  const endsAt = context.now() + DAY_MS;
  await env.DB.batch([
    env.DB.prepare("update memberships set ends_at = ? where user_id = ?").bind(endsAt, full),
    env.DB.prepare("update memberships set ends_at = ? where user_id = ? and site_id = ?").bind(
      endsAt + 1,
      monitor,
      ALPHA,
    ),
    env.DB.prepare("update sites set dealer_id = ? where id = ?").bind(full, BETA),
  ]);
  const reported: unknown[] = [];
  const recording = {
    ...context,
    siteObject: (siteId: number) => ({
      ...context.siteObject(siteId),
      endViewers: async (ended: object) => void reported.push({ siteId, ...ended }),
    }),
  };
  await expireMemberships(recording);
  expect(reported).toEqual([]);
  context.turn(DAY_MS);
  await expireMemberships(recording);
  const rightsVersion = 1;
  expect(reported).toEqual(
    [ALPHA, BETA, GAMMA].map((siteId) => ({ siteId, person: full, rightsVersion })),
  );
  expect(await rowsOf("select site_id from memberships where ends_at is not null")).toEqual([
    { site_id: ALPHA },
  ]);
  expect(
    await rowsOf(
      "select kind, by_id, user_id, old_role, new_role, old_ends_at from membership_changes",
    ),
  ).toEqual(
    Array.from({ length: 3 }, () => ({
      kind: "ended",
      by_id: null,
      user_id: full,
      old_role: 2,
      new_role: 0,
      old_ends_at: endsAt,
    })),
  );
  expect(await rowsOf("select id from sites where dealer_id is not null")).toEqual([]);
  expect(await rowsOf("select * from pending_revocations")).toEqual([]);
  expect(await listedBy(full)).toEqual([]);
});

test("an expired invitation is invalid, even before it is deleted", async () => {
  const context = testContext(Date.now());
  const email = "stranger@example.org";
  const about = {
    site: "",
    email,
    as: "member",
    registered: true,
    confirmed: true,
    link: "https://x.example",
  } as const;
  const mail = {
    ...newMemberMail(context, {
      template: "invitation",
      language: "en",
      recipient: email,
      values: about,
    }),
    countedAs: "the stranger",
  };
  const acting = { siteId: ALPHA, by: await idOf("owner"), now: context.now() - 31 * DAY_MS };
  const invited = { email, as: "member", role: 2, endsAt: null } as const;
  expect(await invite(context.database, acting, invited, { mail })).toBe(true);
  const token = await signIn("stranger");
  const [{ id } = {}] = await rowsOf("select id from invitations");
  const list = await callAs(token, "/site/v2/user/invitations", {});
  expect(list.body.data).toEqual({ list: [], transfers: [] });
  expect((await callAs(token, "/site/v2/user/accept", { id })).status).toBe(404);
  await expireMemberships(context);
  expect(await rowsOf("select * from invitations")).toEqual([]);
});

test("a deleted account leaves no invitation, no application and no address behind", async () => {
  const owner = await signIn("owner");
  const token = await signIn("monitor");
  const email = "monitor@example.org";
  await env.DB.exec("update modules set site_id = 4 where serial = 'OTHER-001'");
  for (const as of ["owner", "dealer"])
    await callAs(owner, "/site/v2/user/invite", { id: BETA, email, as });
  await callAs(token, "/site/v2/user/apply", { sn: "OTHER-001" });
  expect(await findInDatabase([email])).toEqual(
    expect.arrayContaining(["invitations.email", "membership_changes.email"]),
  );
  expect((await callAs(token, "/user/v2/delete", { password: PASSWORD })).status).toBe(200);
  // Their farewell.
  expect(await findInDatabase([email])).toEqual(["mails.recipient"]);
  expect(await rowsOf("select * from applications")).toEqual([]);
  const history = await callAs(owner, "/site/v2/user/getAccessChanges", { id: BETA });
  const { list } = history.body.data as { list: { kind: string; email: null; person: null }[] };
  const invited = list.filter(({ kind }) => kind === "invited");
  expect(invited).toMatchObject([
    { email: null, person: null },
    { email: null, person: null },
  ]);
});

test("no data of a deleted site is left, and no user is invited to one that awaits deletion", async () => {
  const owner = await signIn("owner");
  const stranger = await signIn("stranger");
  await callAs(owner, "/site/v2/user/invite", { id: GAMMA, email: "stranger@example.org" });
  const list = async () =>
    (await callAs(stranger, "/site/v2/user/invitations", {})).body.data as {
      list: { id: number }[];
    };
  const [{ id } = { id: 0 }] = (await list()).list;
  await env.DB.exec(`update sites set deleted_at = 1 where id = ${GAMMA}`);
  expect(await list()).toEqual({ list: [], transfers: [] });
  expect((await callAs(stranger, "/site/v2/user/accept", { id })).status).toBe(404);
  await env.DB.exec(`delete from sites where id = ${GAMMA}`);
  for (const table of ["invitations", "applications", "membership_changes"])
    expect(await rowsOf(`select * from ${table} where site_id = ${GAMMA}`), table).toEqual([]);
});
