import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { addSession } from "#database/auth/sessions.ts";
import { connect } from "#database/connect.ts";
import problems from "#locales/en/problems.json";
import type { Context, SignedIn } from "#operations/context.ts";
import { deleteAccount } from "#operations/user/delete-account.ts";
import { callApi, callAs, signIn } from "../support/call-api.ts";
import { findInDatabase } from "../support/find-in-database.ts";
import { makePng } from "../support/picture-files.ts";
import { readMails } from "../support/read-mails.ts";
import { ALPHA, BETA, PASSWORD, seedUsers } from "../support/seed-users.ts";
import { connectLogger } from "../support/site-logger.ts";
import { testContext } from "../support/test-context.ts";
import { upload } from "../support/upload.ts";
import { watch } from "../support/viewer-socket.ts";

const PATH = "/user/v2/delete";
const SWITCH = "FFFF000400";

beforeAll(seedUsers);

/** The names beside the commands that a site remembers. */
async function readGivers(siteId: number): Promise<unknown[]> {
  const { viewer, welcome } = await watch(siteId);
  viewer.socket.close();
  return (welcome.commands as { by: string }[]).map(({ by }) => by);
}

test("all personal data is deleted from database, sites and files, and no one else's", async () => {
  const token = await signIn("full");
  const other = await signIn("monitor");
  const listKeys = async () => (await env.FILES.list()).objects.map(({ key }) => `/files/${key}`);
  // An upload that another file of tests left under way may arrive here.
  const others = await listKeys();
  const change = { name: "Fay Unique", phone: "030 901820", country: "DE", city: "Uniquetown" };
  await callAs(token, "/user/v2/update", change);
  const [header, loose] = [
    (await upload(token, makePng(4, 4))).data as string,
    (await upload(token, makePng(4, 4))).data as string,
  ];
  const kept = (await upload(other, makePng(4, 4))).data as string;
  await callAs(token, "/user/v2/updateHeader", { header });
  await callAs(token, "/user/v2/groupuser/add", { email: "friend@example.org" });
  await callAs(other, "/user/v2/groupuser/add", { email: "full@example.org" });
  await callAs(token, "/user/v2/emailCaptcha", { kind: "old" });
  await callApi("/basic/v2/email/addSubscribeEmail", { name: "Fay", email: "full@example.org" });

  const logger = await connectLogger(ALPHA);
  const giver = { role: 2, owner: false, person: 3, name: "Fay Unique", rightsVersion: 0 } as const;
  const { viewer } = await watch(ALPHA, { ...giver, session: "fays" });
  const order = { address: SWITCH, value: 0 };
  await viewer.ask(320, { ...order, commandId: crypto.randomUUID() });
  const { viewer: bystander } = await watch(ALPHA, { person: 1, name: "Olga", session: "olgas" });
  await bystander.ask(320, { ...order, commandId: crypto.randomUUID() });
  expect(await readGivers(ALPHA)).toEqual(["Fay Unique", "Olga"]);

  const wrong = await callAs(token, PATH, { password: "sunshine2" });
  expect(wrong.body.data).toEqual({ fields: { password: "wrongPassword" } });
  expect((await callAs(token, PATH, { password: PASSWORD })).status).toBe(200);
  expect(await viewer.closed).toBe(4403);
  expect(await readGivers(ALPHA)).toEqual(["–", "Olga"]);
  expect((await callAs(token, "/user/v2/get", {})).status).toBe(401);
  expect(await readMails("full@example.org")).toMatchObject([{ template: "accountDeleted" }]);
  await env.DB.exec("delete from mails where template = 'accountDeleted'");
  const words = ["full@example.org", "Fay", "+4930901820", "Uniquetown", "friend@example.org"];
  expect(await findInDatabase([...words, header.slice(7), loose.slice(7)])).toEqual([]);
  expect((await listKeys()).filter((key) => !others.includes(key))).toEqual([kept]);
  const rest = await env.DB.prepare("select count(*) n from memberships where user_id = 3").first(
    "n",
  );
  expect(rest).toBe(0);
  bystander.socket.close();
  logger.socket.close();
});

test("a site owner keeps the account and stays signed in; so does the demo account", async () => {
  const token = await signIn("owner");
  const { status, body } = await callAs(token, PATH, { password: PASSWORD });
  expect([status, body.message]).toEqual([409, problems.ownsSites]);
  expect((await callAs(token, "/user/v2/get", {})).status).toBe(200);
  expect((await callAs(await signIn("demo"), PATH, { password: PASSWORD })).status).toBe(403);
});

/** Deletes the account of `administrator` with something changed. */
async function deleteWith(change: Partial<Context>): Promise<unknown> {
  const context = { ...testContext(Date.now()), ...change };
  const person = await env.DB.prepare("select * from users where id = 2").first();
  const caller = { kind: "person", person, session: "x", address: "192.0.2.1" };
  return deleteAccount
    .perform({ password: PASSWORD }, caller as unknown as SignedIn, context)
    .catch((error: unknown) => error);
}

const isThere = async () =>
  (await env.DB.prepare("select 1 from users where id = 2").all()).results.length === 1;

test("where a site cannot be reached the account stays, signed out, until it is deleted again", async () => {
  const token = await signIn("administrator");
  const real = testContext().siteObject;
  const away = (siteId: number) => {
    if (siteId === BETA) throw new Error("away");
    return real(siteId);
  };
  expect(await deleteWith({ siteObject: away })).toMatchObject({ code: "unavailable" });
  expect([await isThere(), (await callAs(token, "/user/v2/get", {})).status]).toEqual([true, 501]);
  // A sign-in happens while the sites are being notified.
  const stored = env.DB.prepare("select password_hash from users where id = 2");
  const passwordHash = (await stored.first<string>("password_hash")) ?? "";
  const late = (siteId: number) => ({
    ...real(siteId),
    endViewers: () =>
      addSession(connect(env.DB), {
        id: `late-${siteId}`,
        userId: 2,
        passwordHash,
        now: Date.now(),
        client: null,
      }),
    forgetPerson: async () => {},
  });
  const signsIn = { siteObject: late as unknown as Context["siteObject"] };
  expect(await deleteWith(signsIn)).toMatchObject({ code: "conflict" });
  expect(await isThere()).toBe(true);
  expect(await deleteWith({})).toBeNull();
  expect(await isThere()).toBe(false);
});
