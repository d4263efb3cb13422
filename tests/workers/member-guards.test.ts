import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { isPermitted, mayChange, mayGrant, mayOffer } from "#database/members/member-guards.ts";
import { memberships } from "#database/schema/members.ts";
import { can } from "#domain/access/can.ts";
import { sitePermission } from "#domain/access/permissions.ts";
import { MEMBER_ROLES, SITE_ROLE, type SiteActor, type SiteRole } from "#domain/access/roles.ts";
import {
  permissionToChange,
  permissionToInvite,
  ROLE_PERMISSION,
} from "#domain/members/member-permissions.ts";
import { INVITED_AS } from "#domain/members/membership-change.ts";
import { ALPHA, database, seedUsers } from "../support/seed-users.ts";

const NOW = 1_800_000_000_000;
const ROLES: Record<string, SiteRole> = {
  owner: SITE_ROLE.administrator,
  administrator: SITE_ROLE.administrator,
  full: SITE_ROLE.full,
  monitor: SITE_ROLE.monitor,
  stranger: SITE_ROLE.none,
};
const ids = new Map<string, number>();

beforeAll(async () => {
  await seedUsers();
  const { results } = await env.DB.prepare("select id, account from users").all();
  for (const { id, account } of results) ids.set(String(account).split("@")[0] ?? "", Number(id));
});

const idOf = (name: string) => ids.get(name) ?? 0;
const actors = Object.entries(ROLES).map(([name, role]): [string, SiteActor] => [
  name,
  { role, owner: name === "owner", demo: false, share: false },
]);
const actingOf = (name: string, now = NOW) => ({ siteId: ALPHA, by: idOf(name), now });

async function holds(condition: ReturnType<typeof sql>): Promise<boolean> {
  const rows = await database.all<{ holds: number }>(sql`select ${condition} as holds`);
  return rows[0]?.holds === 1;
}

test("for each role and permission the condition in SQL agrees with can()", async () => {
  for (const [name, actor] of actors) {
    for (const permission of sitePermission.options) {
      const held = await holds(isPermitted(actingOf(name), permission));
      expect(held, `${name}: ${permission}`).toBe(can(actor, permission));
    }
  }
});

test("for each pair of roles SQL and can() agree on who grants what", async () => {
  for (const [name, actor] of actors) {
    for (const role of MEMBER_ROLES) {
      const may = can(actor, ROLE_PERMISSION[role]);
      expect(await holds(mayGrant(actingOf(name), role)), `${name}: ${role}`).toBe(may);
    }
  }
});

test("for each pair of roles SQL and can() agree on who changes whom, dealer or not", async () => {
  for (const dealer of [null, "administrator", "full", "monitor"]) {
    const dealerId = dealer === null ? null : idOf(dealer);
    await env.DB.prepare("update sites set dealer_id = ? where id = ?").bind(dealerId, ALPHA).run();
    for (const [name, actor] of actors) {
      for (const [other, { role, owner }] of actors) {
        if (role === SITE_ROLE.none) continue;
        const userId = idOf(other);
        const found = await database
          .select({ userId: memberships.userId })
          .from(memberships)
          .where(
            sql`${memberships.siteId} = ${ALPHA} and ${memberships.userId} = ${userId} and ${mayChange(actingOf(name), userId)}`,
          );
        const may =
          !owner && can(actor, permissionToChange({ role, isDealer: userId === dealerId }));
        expect(found.length === 1, `${name} changes ${other}, dealer ${dealer}`).toBe(may);
      }
    }
  }
});

test("for each pair of roles SQL and can() agree on who offers an invitation", async () => {
  for (const as of INVITED_AS) {
    for (const role of MEMBER_ROLES) {
      await env.DB.batch([
        env.DB.prepare("delete from invitations"),
        env.DB.prepare(
          "insert into invitations (site_id, email, invited_as, role, created_at, expires_at) values (?, 'new@example.org', ?, ?, 0, ?)",
        ).bind(ALPHA, as, role, NOW),
      ]);
      for (const [name, actor] of actors) {
        const offered = await database.all(
          sql`select 1 from invitations where ${mayOffer(actingOf(name))}`,
        );
        const may = can(actor, permissionToInvite({ as, role }));
        expect(offered.length === 1, `${name} invites as ${as}, ${role}`).toBe(may);
      }
    }
  }
});

test("to offer the ownership takes the permission to give it away", () => {
  for (const role of MEMBER_ROLES)
    expect(permissionToInvite({ as: "owner", role })).toBe("transferOwnership");
});

test("an expired membership and a deleted site permit nothing", async () => {
  await env.DB.prepare("update memberships set ends_at = ? where role <> 1").bind(NOW).run();
  expect(await holds(isPermitted(actingOf("full", NOW - 1), "share"))).toBe(true);
  expect(await holds(isPermitted(actingOf("full"), "share"))).toBe(false);
  await env.DB.prepare("update sites set deleted_at = ?").bind(NOW).run();
  for (const permission of sitePermission.options)
    expect(await holds(isPermitted(actingOf("owner"), permission)), permission).toBe(false);
});
