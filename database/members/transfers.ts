import { and, asc, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import { SITE_ROLE } from "#domain/access/roles.ts";
import { MAX_MEMBERS, MAX_PENDING } from "#domain/members/member-limits.ts";
import type { Database } from "../connect.ts";
import { type QueuedMail, queueMailWhere } from "../mails/mails.ts";
import { invitations, memberships, transfers } from "../schema/members.ts";
import { sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";
import { isOpenTo, recordArrival, removeApplication } from "./accept-invitation.ts";
import { type Acting, hasHappened, hasRoomFor, isPermitted } from "./member-guards.ts";
import { recordMembershipChange } from "./membership-changes.ts";
import { enqueueRevocation } from "./pending-revocations.ts";

/** A transfer of ownership that was accepted and has not taken effect yet. */
export type Transfer = typeof transfers.$inferSelect;

type Accepting = { id: number; siteId: number; userId: number; now: number };
type NewTransfer = Accepting & {
  /** The owner at the time of the permission check. */
  ownerId: number;
  /** ms UTC */
  effectiveAt: number;
};

/** Values of a log entry for a pending transfer, which changes no access. */
const UNCHANGED = {
  oldRole: sql`coalesce(${memberships.role}, ${SITE_ROLE.none})`,
  newRole: sql`coalesce(${memberships.role}, ${SITE_ROLE.none})`,
  oldEndsAt: sql`${memberships.endsAt}`,
  newEndsAt: sql`${memberships.endsAt}`,
};

/**
 * Accepts an offer of ownership: it takes effect later, and other offers close. Returns false and changes nothing if
 * the offer is gone or not the current owner's, another transfer is pending, or the site is full.
 */
export async function acceptTransfer(
  database: Database,
  accepting: NewTransfer,
  mails: { giver: QueuedMail<"transferAccepted">; taker: QueuedMail<"transferPending"> },
): Promise<boolean> {
  const { siteId, userId, now, ownerId, effectiveAt } = accepting;
  const open = sql`exists (select 1 from ${invitations} where ${isOpenTo(accepting, "owner")})`;
  const [made] = await database.batch([
    database
      .insert(transfers)
      .select(
        sql`
          select ${siteId}, ${ownerId}, ${userId}, ${now}, ${effectiveAt}
          where ${open} and ${isPermitted({ siteId, by: ownerId, now }, "transferOwnership")}
        `,
      )
      .onConflictDoNothing()
      .returning({ siteId: transfers.siteId }),
    recordMembershipChange(
      database,
      { siteId, at: now, kind: "transferAccepted", by: userId, person: userId, ...UNCHANGED },
      sql`
        from (select 1)
        left join ${memberships} on ${memberships.siteId} = ${siteId} and ${memberships.userId} = ${userId}
        where ${hasHappened}
      `,
    ),
    queueMailWhere(database, hasHappened, mails.giver),
    queueMailWhere(database, hasHappened, mails.taker),
    database
      .delete(invitations)
      .where(and(eq(invitations.siteId, siteId), eq(invitations.invitedAs, "owner"), hasHappened)),
  ]);
  return made.length === 1;
}

/** Finds a site's pending transfer with the next owner. */
export async function findTransfer(database: Database, siteId: number) {
  const [found] = await database
    .select({
      toId: transfers.toId,
      name: users.name,
      email: users.email,
      language: users.language,
      mailLanguage: users.mailLanguage,
      effectiveAt: transfers.effectiveAt,
    })
    .from(transfers)
    .innerJoin(users, eq(users.id, transfers.toId))
    .where(eq(transfers.siteId, siteId));
  return found;
}

/** Lists the pending transfers to a user, the next one first, without those of deleted sites. */
export async function listTransfersTo(database: Database, userId: number) {
  return database
    .select({
      siteName: sites.name,
      timeZone: sites.timeZone,
      effectiveAt: transfers.effectiveAt,
    })
    .from(transfers)
    .innerJoin(sites, and(eq(sites.id, transfers.siteId), isNull(sites.deletedAt)))
    .where(eq(transfers.toId, userId))
    .orderBy(asc(transfers.effectiveAt), asc(transfers.siteId))
    .limit(MAX_PENDING);
}

/**
 * Withdraws a site's pending transfer to a user. Returns false and changes nothing if there is none or the acting user
 * does not own the site.
 */
export async function withdrawTransfer(
  database: Database,
  acting: Acting & { toId: number },
  mail: QueuedMail<"transferWithdrawn">,
): Promise<boolean> {
  const { siteId, by, now, toId } = acting;
  const pending = and(eq(transfers.siteId, siteId), eq(transfers.toId, toId));
  const [recorded] = await database.batch([
    recordMembershipChange(
      database,
      {
        siteId,
        at: now,
        kind: "transferWithdrawn",
        by,
        ...UNCHANGED,
        person: sql`${transfers.toId}`,
      },
      sql`
        from ${transfers}
        left join ${memberships} on ${memberships.siteId} = ${transfers.siteId}
          and ${memberships.userId} = ${transfers.toId}
        where ${and(pending, isPermitted(acting, "transferOwnership"))}
      `,
    ).returning(),
    database.delete(transfers).where(and(pending, hasHappened)),
    queueMailWhere(database, hasHappened, mail),
  ]);
  return recorded.length === 1;
}

/** Returns the statement that ends a site's pending transfer, for the batch that deletes the site. */
export function endTransfer(database: Database, siteId: number, where: SQL) {
  return database.delete(transfers).where(and(eq(transfers.siteId, siteId), where));
}

/** Lists transfers that are due and whose sites have room, the longest due first. */
export async function listDueTransfers(
  database: Database,
  now: number,
  limit: number,
): Promise<Transfer[]> {
  // A full site waits until a member leaves, without blocking the others.
  const room = sql`(
    (select count(*) from ${memberships} where ${memberships.siteId} = ${transfers.siteId}) < ${MAX_MEMBERS}
    or exists (
      select 1
      from ${memberships}
      where ${memberships.siteId} = ${transfers.siteId} and ${memberships.userId} = ${transfers.toId}
    )
  )`;
  return database
    .select()
    .from(transfers)
    .where(and(lte(transfers.effectiveAt, now), room))
    .orderBy(asc(transfers.effectiveAt), asc(transfers.siteId))
    .limit(limit);
}

/**
 * Transfers the site to its next owner; the previous one stays an administrator. Returns false and changes nothing if
 * the transfer was withdrawn or has taken effect, or the site is full.
 */
export async function completeTransfer(
  database: Database,
  { siteId, fromId, toId, acceptedAt }: Transfer,
  now: number,
  mails: { giver: QueuedMail<"handedOver">; taker: QueuedMail<"tookOver"> },
): Promise<boolean> {
  const own = and(
    eq(transfers.siteId, siteId),
    eq(transfers.toId, toId),
    eq(transfers.acceptedAt, acceptedAt),
  );
  const isDue = sql`exists (select 1 from ${transfers} where ${and(own, lte(transfers.effectiveAt, now))})`;
  const isTheirs = sql`${invitations.email} = (select ${users.email} from ${users} where ${users.id} = ${toId})`;
  const arriving = { siteId, userId: toId, now };
  const [made] = await database.batch([
    database
      .update(sites)
      .set({ creatorId: toId, updatedAt: now })
      .where(
        and(
          eq(sites.id, siteId),
          eq(sites.creatorId, fromId),
          isNull(sites.deletedAt),
          isDue,
          hasRoomFor(toId, siteId),
        ),
      )
      .returning({ id: sites.id }),
    recordArrival(database, arriving, {
      kind: "handedOver",
      by: fromId,
      newRole: sql`${SITE_ROLE.administrator}`,
      newEndsAt: null,
    }),
    database
      .insert(memberships)
      .select(
        sql`select ${toId}, ${siteId}, ${SITE_ROLE.administrator}, null, 1, ${now} where ${hasHappened}`,
      )
      .onConflictDoUpdate({
        target: [memberships.userId, memberships.siteId],
        set: { role: SITE_ROLE.administrator, endsAt: null, receivesAlarms: true },
      }),
    queueMailWhere(database, hasHappened, mails.giver),
    queueMailWhere(database, hasHappened, mails.taker),
    // One user's access is lowered and the other's raised: both reconnect with the new access level.
    ...enqueueRevocation(database, { siteId, userId: fromId, now }, hasHappened),
    ...enqueueRevocation(database, { siteId, userId: toId, now }, hasHappened),
    database.delete(transfers).where(and(own, hasHappened)),
    database
      .delete(invitations)
      .where(
        and(
          eq(invitations.siteId, siteId),
          sql`(${invitations.invitedAs} = 'owner' or ${isTheirs})`,
          sql`exists (select 1 from ${sites} where ${sites.id} = ${siteId} and ${sites.creatorId} = ${toId})`,
        ),
      ),
    removeApplication(
      database,
      arriving,
      sql`exists (select 1 from ${sites} where ${sites.id} = ${siteId} and ${sites.creatorId} = ${toId})`,
    ),
  ]);
  return made.length === 1;
}
