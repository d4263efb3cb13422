import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type MemberRole, SITE_ROLE } from "#domain/access/roles.ts";
import type { Language } from "#domain/languages.ts";
import { MAX_PENDING } from "#domain/members/member-limits.ts";
import { receivesAlarmsAt } from "#domain/members/receives-alarms.ts";
import type { Database } from "../connect.ts";
import { queueMailOrDummy } from "../mails/mail-or-dummy.ts";
import { type QueuedMail, queueMailWhere } from "../mails/mails.ts";
import { applications, invitations, memberships } from "../schema/members.ts";
import { modules, sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";
import { type Acting, hasHappened, hasRoom, mayGrant } from "./member-guards.ts";
import { recordMembershipChange, waitingAt } from "./membership-changes.ts";

/**
 * Finds the owner of the site with a serial number, who receives its applications. Returns one row in either case; all
 * columns are null if there is no such site, so timing reveals nothing.
 */
export async function findApplicationOwner(database: Database, serial: string) {
  const [found] = await database
    .select({
      siteId: sql<number | null>`${sites.id}`,
      site: sql<string | null>`${sites.name}`,
      ownerId: sql<number | null>`${users.id}`,
      name: sql<string | null>`${users.name}`,
      email: sql<string | null>`${users.email}`,
      language: sql<Language | null>`coalesce(${users.mailLanguage}, ${users.language})`,
    })
    .from(sql`(select 1)`)
    .leftJoin(modules, eq(modules.serial, serial))
    .leftJoin(sites, and(eq(sites.id, modules.siteId), isNull(sites.deletedAt)))
    .leftJoin(users, eq(users.id, sites.creatorId));
  const none = {
    siteId: null,
    site: null,
    ownerId: null,
    name: null,
    email: null,
    language: null,
  };
  return found ?? none;
}

type Application = { siteId: number | null; userId: number; message: string; now: number };

/**
 * Stores an application if the site exists and the user is not a member. The same statements run if not, so timing
 * reveals nothing.
 */
export async function apply(
  database: Database,
  { siteId, userId, message, now }: Application,
  mail: QueuedMail<"applied">,
): Promise<void> {
  const member = sql`
    select 1 from ${memberships} where ${memberships.siteId} = ${sites.id} and ${memberships.userId} = ${userId}
  `;
  await database.batch([
    database
      .insert(applications)
      .select(
        sql`
          select ${sites.id}, ${userId}, ${now}, ${message}
          from ${sites}
          where ${sites.id} = ${siteId} and ${sites.deletedAt} is null
            and not exists (${member}) and ${waitingAt(sql`${sites.id}`, now)} < ${MAX_PENDING}
        `,
      )
      .onConflictDoNothing(),
    recordMembershipChange(
      database,
      { siteId, at: now, kind: "applied", by: userId, person: userId },
      sql`where ${hasHappened}`,
    ),
    queueMailOrDummy(database, hasHappened, mail),
  ]);
}

/** Lists the applicants of a site, the longest waiting first. */
export async function listApplications(database: Database, siteId: number) {
  return database
    .select({
      userId: users.id,
      name: users.name,
      account: users.account,
      message: applications.message,
      createdAt: applications.createdAt,
    })
    .from(applications)
    .innerJoin(users, eq(users.id, applications.userId))
    .where(eq(applications.siteId, siteId))
    .orderBy(asc(applications.createdAt), asc(users.id))
    .limit(MAX_PENDING);
}

/** Finds an applicant with the fields an e-mail to them needs. */
export async function findApplicant(database: Database, siteId: number, userId: number) {
  return database
    .select({
      name: users.name,
      email: users.email,
      language: users.language,
      mailLanguage: users.mailLanguage,
    })
    .from(applications)
    .innerJoin(users, eq(users.id, applications.userId))
    .where(and(eq(applications.siteId, siteId), eq(applications.userId, userId)))
    .get();
}

type Granted = { userId: number; role: MemberRole; endsAt: number | null };

/**
 * Makes an applicant a member. Returns false and changes nothing if the application is gone, the site is full or the
 * acting user lacks the permission.
 */
export async function approveApplication(
  database: Database,
  acting: Acting,
  { userId, role, endsAt }: Granted,
  mail: QueuedMail<"approved">,
): Promise<boolean> {
  const { siteId, by, now } = acting;
  const own = sql`${applications.siteId} = ${siteId} and ${applications.userId} = ${userId}`;
  const [made] = await database.batch([
    database
      .insert(memberships)
      .select(
        sql`
          select ${userId}, ${siteId}, ${role}, ${endsAt}, ${receivesAlarmsAt(role) ? 1 : 0}, ${now}
          from ${applications}
          where ${own} and ${mayGrant(acting, role)} and ${hasRoom(siteId)}
        `,
      )
      .onConflictDoNothing()
      .returning({ userId: memberships.userId }),
    recordMembershipChange(
      database,
      { siteId, at: now, kind: "approved", by, person: userId, newRole: role, newEndsAt: endsAt },
      sql`where ${hasHappened}`,
    ),
    queueMailWhere(database, hasHappened, mail),
    database.delete(applications).where(and(own, hasHappened)),
    database.delete(invitations).where(and(asMember(siteId, userId), hasHappened)),
  ]);
  return made.length === 1;
}

/** Removes an application. Returns false if there is none or the acting user lacks the permission. */
export async function refuseApplication(
  database: Database,
  acting: Acting,
  userId: number,
): Promise<boolean> {
  const { siteId, by, now } = acting;
  const own = sql`${applications.siteId} = ${siteId} and ${applications.userId} = ${userId}`;
  const [removed] = await database.batch([
    database
      .delete(applications)
      .where(and(own, mayGrant(acting, SITE_ROLE.monitor)))
      .returning({ userId: applications.userId }),
    recordMembershipChange(
      database,
      { siteId, at: now, kind: "refused", by, person: userId },
      sql`where ${hasHappened}`,
    ),
  ]);
  return removed.length === 1;
}

/** Selects a user's invitations to a site in any capacity except owner. */
export function asMember(siteId: SQL | number, userId: number): SQL {
  return sql`
    ${invitations.siteId} = ${siteId}
    and ${invitations.invitedAs} <> 'owner'
    and ${invitations.email} = (select ${users.email} from ${users} where ${users.id} = ${userId})
  `;
}
