import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { callOperation } from "#operations/call.ts";
import type { Context, SignedIn } from "#operations/context.ts";
import { completeTransfers } from "#operations/members/transfer.ts";
import { callerOf, tryCall } from "../support/claims.ts";
import { readMails } from "../support/read-mails.ts";
import { restoreUsers } from "../support/restore-users.ts";
import { ALPHA } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

const HOURS = 3_600_000;
const WITHDRAW = "POST /site/v2/user/withdrawTransfer";
const site = { id: ALPHA };
let context = testContext();
let owner: SignedIn;
let next: SignedIn;

beforeEach(async () => {
  context = testContext();
  await restoreUsers();
  [owner, next] = [await callerOf("owner"), await callerOf("stranger")];
});

const offer = (email = "stranger@example.org") =>
  tryCall("POST /site/v2/user/invite", { ...site, email, as: "owner" }, owner, context);

async function accept(by = next): Promise<{ effectiveAt: number | null }> {
  const { list } = await callOperation("POST /site/v2/user/invitations", {}, by, context);
  return callOperation("POST /site/v2/user/accept", { id: list[0]?.id ?? 0 }, by, context);
}

const pending = async () =>
  (await callOperation("POST /site/v2/user/getCheckBySiteId", site, owner, context)).transfer;
const ownerOf = () =>
  env.DB.prepare("select creator_id from sites where id = ?").bind(ALPHA).first("creator_id");
const templatesTo = async (name: string) =>
  (await readMails(`${name}@example.org`)).map(({ template }) => template);

test("ownership changes 72 hours after it was accepted, and both sides are notified before", async () => {
  expect((await offer()).code).toBe("ok");
  expect(await templatesTo("owner")).toEqual(["transferOffered"]);
  const { effectiveAt } = await accept();
  expect(effectiveAt).toBe(context.now() + 72 * HOURS);
  expect(await pending()).toMatchObject({ account: "stranger@example.org", effectiveAt });
  expect(await templatesTo("owner")).toEqual(["transferOffered", "transferAccepted"]);
  expect(await templatesTo("stranger")).toEqual(["invitation", "transferPending"]);
  context.turn(72 * HOURS - 1);
  await completeTransfers(context);
  expect(await ownerOf()).toBe(owner.person.id);
  const own = await callOperation("POST /site/v2/user/invitations", {}, next, context);
  expect(own.transfers).toMatchObject([{ siteName: "Alpha roof", effectiveAt }]);
  const others = await callOperation("POST /site/v2/user/invitations", {}, owner, context);
  expect(others.transfers).toEqual([]);
  // Until then the site is nothing of theirs.
  const opened = await tryCall("POST /site/v2/getSiteById", site, next, context);
  expect(opened.code).toBe("notFound");
  context.turn(1);
  await Promise.all([completeTransfers(context), completeTransfers(context)]);
  expect(await ownerOf()).toBe(next.person.id);
  // The new owner receives the alarms of the site.
  const receives = "select receives_alarms from memberships where site_id = ? and user_id = ?";
  expect(await env.DB.prepare(receives).bind(ALPHA, next.person.id).first("receives_alarms")).toBe(
    1,
  );
  expect((await templatesTo("owner")).at(-1)).toBe("handedOver");
  expect((await templatesTo("stranger")).filter((one) => one === "tookOver")).toHaveLength(1);
  expect((await tryCall(WITHDRAW, site, owner, context)).code).toBe("forbidden");
});

test("its owner withdraws it without a confirmation, and no other user can", async () => {
  await offer();
  await accept();
  for (const name of ["administrator", "full"])
    expect((await tryCall(WITHDRAW, site, await callerOf(name), context)).code).toBe("forbidden");
  expect((await tryCall(WITHDRAW, site, next, context)).code).toBe("notFound");
  await env.DB.exec("update sessions set confirmed_at = null");
  expect((await tryCall(WITHDRAW, site, owner, context)).code).toBe("ok");
  expect((await tryCall(WITHDRAW, site, owner, context)).code).toBe("notFound");
  expect((await templatesTo("stranger")).at(-1)).toBe("transferWithdrawn");
  context.turn(100 * HOURS);
  await completeTransfers(context);
  expect(await ownerOf()).toBe(owner.person.id);
});

test("while one is pending there is no other offer, and none that was made before is open", async () => {
  await offer();
  await offer("full@example.org");
  await accept();
  expect((await offer("full@example.org")).code).toBe("conflict");
  const full = await callerOf("full");
  const { list } = await callOperation("POST /site/v2/user/invitations", {}, full, context);
  expect(list).toEqual([]);
});

test("one of a concurrent withdrawal and completion takes effect", async () => {
  await offer();
  await accept();
  context.turn(72 * HOURS);
  const [withdrawn] = await Promise.all([
    tryCall(WITHDRAW, site, owner, context),
    completeTransfers(context),
  ]);
  expect(await ownerOf()).toBe(withdrawn.code === "ok" ? owner.person.id : next.person.id);
});

test("a site deleted meanwhile keeps its owner, also when restored, and the other user is notified", async () => {
  await offer();
  await accept();
  const deleted = await tryCall(
    "POST /site/v2/delete",
    { ...site, name: "Alpha roof" },
    owner,
    context,
  );
  expect(deleted.code).toBe("ok");
  expect((await templatesTo("stranger")).at(-1)).toBe("transferWithdrawn");
  await callOperation("POST /site/v2/restore", site, owner, context);
  context.turn(72 * HOURS);
  await completeTransfers(context);
  expect([await ownerOf(), await pending()]).toEqual([owner.person.id, null]);
});

test("a next owner who deletes their account is none, and an owner cannot delete theirs", async () => {
  // The stranger owns a site of their own, which would keep their account.
  const monitor = await callerOf("monitor");
  await offer("monitor@example.org");
  await accept(monitor);
  const leave = (by: SignedIn) =>
    tryCall("POST /user/v2/delete", { password: "sunshine1" }, by, context);
  expect((await leave(owner)).code).toBe("conflict");
  expect((await leave(monitor)).code).toBe("ok");
  expect(await pending()).toBe(null);
  context.turn(72 * HOURS);
  await completeTransfers(context);
  expect(await ownerOf()).toBe(owner.person.id);
});

test("a full site waits for room, and a turn that fails is made up for", async () => {
  await offer();
  await accept();
  context.turn(72 * HOURS);
  await env.DB.exec(
    "with recursive n(i) as (values(1) union all select i + 1 from n where i < 200) insert into users (account, email, name, password_hash, created_at) select 'm' || i, 'm' || i, '', '', 0 from n",
  );
  await env.DB.prepare(
    "insert into memberships (user_id, site_id, role, created_at) select id, ?, 3, 0 from users where account like 'm%' and password_hash = ''",
  )
    .bind(ALPHA)
    .run();
  await completeTransfers(context);
  expect(await ownerOf()).toBe(owner.person.id);
  await env.DB.exec("delete from memberships where role = 3");
  const away: Context = {
    ...context,
    database: new Proxy(context.database, {
      get: (database, name) =>
        name === "batch" ? () => Promise.reject(new Error("away")) : Reflect.get(database, name),
    }),
  };
  await completeTransfers(away);
  expect(await ownerOf()).toBe(owner.person.id);
  await completeTransfers(context);
  expect(await ownerOf()).toBe(next.person.id);
});

test("a token cannot take a site over", async () => {
  await offer();
  const token = { scope: "manage", siteIds: null } as const;
  const { list } = await callOperation("POST /site/v2/user/invitations", {}, next, context);
  const accepting = { id: list[0]?.id ?? 0 };
  const refused = await tryCall(
    "POST /site/v2/user/accept",
    accepting,
    { ...next, token },
    context,
  );
  expect(refused.code).toBe("forbidden");
  expect(await pending()).toBe(null);
});
