import { and, eq, type SQL, sql } from "drizzle-orm";
import { SITE_ROLE } from "#domain/access/roles.ts";
import { INVITATION_LIFETIME_MS, MAX_PENDING } from "#domain/members/member-limits.ts";
import type { Database } from "../connect.ts";
import { type QueuedMail, queueMailsWhere, recipientOfMail } from "../mails/mails.ts";
import { invitations, memberships } from "../schema/members.ts";
import { sites } from "../schema/sites.ts";
import { groupUsers, users } from "../schema/users.ts";
import { type InvitationMail, queueInvitation, renewed } from "./invitation-mails.ts";
import { lasts } from "./member-guards.ts";
import { recordMembershipChange, waitingAt } from "./membership-changes.ts";
import { enqueueRevocations } from "./pending-revocations.ts";

/** Administrators of several sites of one owner, by their e-mail addresses. */
export type Administrators = {
  siteIds: readonly number[];
  emails: readonly string[];
  by: number;
  now: number;
};

/** Lists the addresses of a user's contacts that were selected. */
export async function listGroupAddresses(
  database: Database,
  ownerId: number,
  ids: readonly number[],
): Promise<string[]> {
  const rows = await database
    .select({ email: groupUsers.email })
    .from(groupUsers)
    .where(
      and(
        eq(groupUsers.ownerId, ownerId),
        sql`${groupUsers.id} in (select value from json_each(${JSON.stringify(ids)}))`,
      ),
    );
  return rows.map(({ email }) => email);
}

/** Lists which of the sites a user owns, and the memberships of other users at them. */
export async function listStandings(
  database: Database,
  { siteIds, by, now }: Pick<Administrators, "siteIds" | "by" | "now">,
) {
  return database
    .select({
      siteId: sites.id,
      name: sites.name,
      isOwner: sql<number>`(${sites.creatorId} = ${by})`,
    })
    .from(memberships)
    .innerJoin(sites, eq(sites.id, memberships.siteId))
    .where(
      and(
        eq(memberships.userId, by),
        lasts(now),
        sql`${memberships.siteId} in (select value from json_each(${JSON.stringify(siteIds)}))`,
        sql`${sites.deletedAt} is null`,
      ),
    );
}

/**
 * Makes members administrators without an expiry and invites all other addresses. A site is skipped if the user no
 * longer owns it or too many invitations would wait. Returns the skipped sites and the numbers of new administrators
 * and invitations by site.
 */
export async function assignAdministrators(
  database: Database,
  wanted: Administrators,
  mails: readonly InvitationMail[],
) {
  const { by, now } = wanted;
  const { owned: own, named } = listsOf(wanted);
  const isMember = sql`exists (
    select 1
    from ${memberships}
    inner join ${users} on ${users.id} = ${memberships.userId}
    where ${memberships.siteId} = own.id and ${users.email} = one.value and ${lasts(now)}
  )`;
  const invitees = sql`(select count(*) from (${named}) as one where not ${isMember})`;
  const owned = sql`
    select own.id from (${own}) as own where ${waitingAt(sql`own.id`, now)} + ${invitees} <= ${MAX_PENDING}
  `;
  const others = sql`from (${owned}) as own inner join (${named}) as one on not ${isMember}`;
  const rising = sql`
    ${memberships.siteId} in (${owned})
    and ${memberships.userId} in (select ${users.id} from ${users} where ${users.email} in (${named}))
    and ${lasts(now)} and (${memberships.role} <> ${SITE_ROLE.administrator} or ${memberships.endsAt} is not null)
  `;
  const [done, , , , , risen, invited] = await database.batch([
    database.select({ siteId: sites.id }).from(sites).where(sql`${sites.id} in (${owned})`),
    ...enqueueRevocations(database, rising, now),
    recordMembershipChange(
      database,
      {
        siteId: sql`${memberships.siteId}`,
        at: now,
        kind: "roleChanged",
        by,
        person: sql`${memberships.userId}`,
        newRole: SITE_ROLE.administrator,
        oldRole: sql`${memberships.role}`,
        oldEndsAt: sql`${memberships.endsAt}`,
      },
      sql`from ${memberships} where ${rising}`,
    ),
    recordMembershipChange(
      database,
      {
        siteId: sql`own.id`,
        at: now,
        kind: "invited",
        by,
        email: sql`one.value`,
        newRole: SITE_ROLE.administrator,
      },
      others,
    ),
    database
      .update(memberships)
      .set({ role: SITE_ROLE.administrator, endsAt: null })
      .where(rising)
      .returning({ siteId: memberships.siteId }),
    database
      .insert(invitations)
      .select(
        sql`
          select null, own.id, one.value, 'member', ${SITE_ROLE.administrator}, null, ${by}, ${now},
            ${now + INVITATION_LIFETIME_MS}, null ${others}
          where true
        `,
      )
      .onConflictDoUpdate({
        target: [invitations.siteId, invitations.email, invitations.invitedAs],
        set: {
          role: SITE_ROLE.administrator,
          endsAt: null,
          invitedBy: by,
          receivesAlarms: null,
          ...renewed(now),
        },
      })
      .returning({ siteId: invitations.siteId }),
    ...mails.flatMap((mail) =>
      queueInvitation(
        database,
        sql`exists (
          select 1
          from ${invitations}
          where ${invitations.email} = ${mail.recipient}
            and ${invitations.siteId} in (${own}) and ${invitations.role} = ${SITE_ROLE.administrator}
            and ${invitations.createdAt} = ${now}
        )`,
        mail,
      ),
    ),
  ]);
  return { done: done.map(({ siteId }) => siteId), risen, invited };
}

/** Lists the administrators of the sites, without their owner, with the fields an e-mail to them needs. */
export async function listAdministrators(database: Database, wanted: Administrators) {
  return database
    .select({
      name: users.name,
      email: users.email,
      language: users.language,
      mailLanguage: users.mailLanguage,
      sites: sql`json_group_array(${sites.name})`.mapWith((names): string[] => JSON.parse(names)),
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(sites, eq(sites.id, memberships.siteId))
    .where(areAdministrators(wanted))
    .groupBy(users.id);
}

/**
 * Removes administrators and invitations to become one. Returns the number of each by site.
 * @param mails one for each administrator, sent only if the user still is one
 */
export async function removeAdministrators(
  database: Database,
  wanted: Administrators,
  mails: readonly QueuedMail<"removed">[],
) {
  const { by, now } = wanted;
  const { owned, named } = listsOf(wanted);
  const those = areAdministrators(wanted);
  const waiting = sql`
    ${invitations.siteId} in (${owned})
    and ${invitations.email} in (${named}) and ${invitations.invitedAs} = 'member'
    and ${invitations.role} = ${SITE_ROLE.administrator}
  `;
  const isOneStill = sql`exists (
    select 1
    from ${memberships}
    where ${memberships.userId} = (select ${users.id} from ${users} where ${users.email} = ${recipientOfMail})
      and ${those}
  )`;
  const [, , , , , , removed, withdrawn] = await database.batch([
    ...enqueueRevocations(database, those, now),
    queueMailsWhere(database, isOneStill, mails),
    recordMembershipChange(
      database,
      {
        siteId: sql`${memberships.siteId}`,
        at: now,
        kind: "removed",
        by,
        person: sql`${memberships.userId}`,
        oldRole: sql`${memberships.role}`,
        oldEndsAt: sql`${memberships.endsAt}`,
      },
      sql`from ${memberships} where ${those}`,
    ),
    recordMembershipChange(
      database,
      {
        siteId: sql`${invitations.siteId}`,
        at: now,
        kind: "invitationWithdrawn",
        by,
        email: sql`${invitations.email}`,
        oldRole: sql`${invitations.role}`,
      },
      sql`from ${invitations} where ${waiting}`,
    ),
    database
      .update(sites)
      .set({ dealerId: null })
      .where(
        and(
          sql`${sites.id} in (${owned})`,
          sql`exists (
            select 1
            from ${memberships}
            where ${memberships.siteId} = ${sites.id} and ${memberships.userId} = ${sites.dealerId} and ${those}
          )`,
        ),
      ),
    database.delete(memberships).where(those).returning({ siteId: memberships.siteId }),
    database.delete(invitations).where(waiting).returning({ siteId: invitations.siteId }),
  ]);
  return { removed, withdrawn };
}

function areAdministrators(wanted: Administrators): SQL {
  const { owned, named } = listsOf(wanted);
  const isOwner = sql`exists (
    select 1 from ${sites} where ${sites.id} = ${memberships.siteId} and ${sites.creatorId} = ${memberships.userId}
  )`;
  return sql`
    ${memberships.siteId} in (${owned})
    and ${memberships.userId} in (select ${users.id} from ${users} where ${users.email} in (${named}))
    and ${memberships.role} = ${SITE_ROLE.administrator} and not ${isOwner} and ${lasts(wanted.now)}
  `;
}

function listsOf({ siteIds, emails, by }: Administrators) {
  return {
    owned: sql`
      select ${sites.id} as id
      from ${sites}
      where ${sites.id} in (select value from json_each(${JSON.stringify(siteIds)}))
        and ${sites.creatorId} = ${by} and ${sites.deletedAt} is null
    `,
    named: sql`select value from json_each(${JSON.stringify(emails)})`,
  };
}
