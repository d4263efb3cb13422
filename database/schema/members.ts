import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { MEMBER_ROLES, type MemberRole } from "#domain/access/roles.ts";
import type { InvitedAs, MembershipChangeKind } from "#domain/members/membership-change.ts";
import { flag, instant } from "./columns.ts";
import { mentionedUser, ofSite } from "./references.ts";
import { sites } from "./sites.ts";
import { users } from "./users.ts";

export const memberships = sqliteTable(
  "memberships",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id, { onDelete: "cascade" }),
    role: integer("role").$type<MemberRole>().notNull(),
    /** Expiry of the membership, exclusive; null means none. */
    endsAt: instant("ends_at"),
    /** Whether this member receives the site's alarms. */
    receivesAlarms: flag("receives_alarms").notNull().default(false),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.siteId] }),
    index("memberships_site").on(table.siteId),
    index("memberships_ends").on(table.endsAt),
    check("memberships_role", sql`${table.role} in (${sql.raw(MEMBER_ROLES.join(", "))})`),
  ],
);

/** Invitations by e-mail for a registered or future user with that address. */
export const invitations = sqliteTable(
  "invitations",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: ofSite(),
    /** Lower case. */
    email: text("email").notNull(),
    invitedAs: text("invited_as").$type<InvitedAs>().notNull(),
    /** The role of the future member: administrator for an owner, full function for a dealer. */
    role: integer("role").$type<MemberRole>().notNull(),
    /** Expiry of the future membership; null means none. */
    endsAt: instant("ends_at"),
    invitedBy: mentionedUser("invited_by"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** Whether the future member receives the site's alarms; null means by role. */
    receivesAlarms: flag("receives_alarms"),
  },
  (table) => [
    // An address can hold one invitation as member and one as owner at the same time.
    uniqueIndex("invitations_email").on(table.siteId, table.email, table.invitedAs),
    index("invitations_of").on(table.email),
    index("invitations_expire").on(table.expiresAt),
  ],
);

/** Transfers of ownership that were accepted and take effect later; a site has at most one. */
export const transfers = sqliteTable(
  "transfers",
  {
    siteId: integer("site_id")
      .primaryKey()
      .references(() => sites.id, { onDelete: "cascade" }),
    /** The current owner, followed by the next owner. */
    fromId: integer("from_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    toId: integer("to_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    acceptedAt: instant("accepted_at").notNull(),
    effectiveAt: instant("effective_at").notNull(),
  },
  (table) => [
    index("transfers_effective").on(table.effectiveAt),
    index("transfers_from").on(table.fromId),
    index("transfers_to").on(table.toId),
  ],
);

/** Users who applied for a membership and wait for an administrator's approval. */
export const applications = sqliteTable(
  "applications",
  {
    siteId: ofSite(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
    message: text("message").notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.userId] }),
    index("applications_user").on(table.userId, table.createdAt),
  ],
);

/** Log of changes of access at a site, visible to its administrators. */
export const membershipChanges = sqliteTable(
  "membership_changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: ofSite(),
    at: instant("at").notNull(),
    kind: text("kind").$type<MembershipChangeKind>().notNull(),
    /** The user who made the change; null if that user was deleted or the change is an expiry. */
    byId: mentionedUser("by_id"),
    /** The user whose access changed; null if that user was deleted or has not accepted yet. */
    userId: mentionedUser("user_id"),
    /** The address of an invitation that is not accepted yet. */
    email: text("email"),
    /** `SITE_ROLE.none` stands for no membership. */
    oldRole: integer("old_role").notNull(),
    newRole: integer("new_role").notNull(),
    oldEndsAt: instant("old_ends_at"),
    newEndsAt: instant("new_ends_at"),
  },
  (table) => [
    index("membership_changes_site").on(table.siteId, table.at),
    // Finds an address a user has left without a scan of all rows.
    index("membership_changes_email").on(table.email).where(sql`email is not null`),
  ],
);

/**
 * Revocations that the site's object has not confirmed yet: written in the batch that ends access, removed when the
 * object has closed the sockets. A negative `person` is the id of a share.
 */
export const pendingRevocations = sqliteTable(
  "pending_revocations",
  {
    siteId: integer("site_id").notNull(),
    person: integer("person").notNull(),
    accessVersion: integer("access_version").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.person] })],
);
