import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { MemberRole } from "#domain/access/roles.ts";
import type { InvitedAs, MembershipChangeKind } from "#domain/members/membership-change.ts";
import { sites, users } from "./schema.ts";

/** Instants are ms UTC throughout. */
const instant = (name: string) => integer(name);
const ofSite = () =>
  integer("site_id")
    .notNull()
    .references(() => sites.id, { onDelete: "cascade" });
const person = (name: string) => integer(name).references(() => users.id, { onDelete: "set null" });

/** Invitations by e-mail that wait for whoever signs in with the address, registered or not. */
export const invitations = sqliteTable(
  "invitations",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: ofSite(),
    /** Lower case. */
    email: text("email").notNull(),
    invitedAs: text("invited_as").$type<InvitedAs>().notNull(),
    /** What a member is to have; 1 for an owner, 2 for a dealer. */
    role: integer("role").$type<MemberRole>().notNull(),
    /** When the right is to end; null is for good. */
    endsAt: instant("ends_at"),
    invitedBy: person("invited_by"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    // To be a member, and to become the owner, are two invitations.
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
    /** The owner, and the next owner. */
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

/** People who asked to be members and wait for an administrator. */
export const applications = sqliteTable(
  "applications",
  {
    siteId: ofSite(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.userId] }),
    index("applications_user").on(table.userId, table.createdAt),
  ],
);

/** Every change of a right at a site, for its administrators to see. */
export const membershipChanges = sqliteTable(
  "right_changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: ofSite(),
    at: instant("at").notNull(),
    kind: text("kind").$type<MembershipChangeKind>().notNull(),
    /** Who did it; null where they are gone, or where time did. */
    byId: person("by_id"),
    /** Whose right it is; null where they are gone, or have none yet. */
    personId: person("person_id"),
    /** The address of an invitation that nobody has taken up yet. */
    email: text("email"),
    /** 0 is none. */
    oldRole: integer("old_role").notNull(),
    newRole: integer("new_role").notNull(),
    oldEndsAt: instant("old_ends_at"),
    newEndsAt: instant("new_ends_at"),
  },
  (table) => [
    index("right_changes_site").on(table.siteId, table.at),
    // An address that somebody leaves is found without a look at all the others.
    index("right_changes_email").on(table.email).where(sql`email is not null`),
  ],
);

/**
 * Rights that ended in D1 and of which the site's object has not heard yet: written in the batch that ends one, removed
 * when the object has closed the sockets. Who is a person, or a share as a negative number.
 */
export const pendingRevocations = sqliteTable(
  "untold_ends",
  {
    siteId: integer("site_id").notNull(),
    person: integer("person").notNull(),
    rightsVersion: integer("rights_version").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.person] })],
);

/** Tries of what can be guessed (check codes, passwords of shares), to be limited. */
export const rateLimitAttempts = sqliteTable(
  "tries",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** What is tried by whom, masked: nothing can be read from it. */
    subject: text("subject").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [index("tries_subject").on(table.subject, table.at), index("tries_at").on(table.at)],
);
