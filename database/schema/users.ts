import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { USER_TYPE, type UserType } from "#domain/access/roles.ts";
import type { Language } from "#domain/languages.ts";
import type { ScreenSaver } from "#domain/users/profile.ts";
import { flag, instant } from "./columns.ts";

export const users = sqliteTable(
  "users",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The name the user signs in with, lower case. */
    account: text("account").notNull().unique(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    /** scrypt with its cost; see password-hash.ts. */
    passwordHash: text("password_hash").notNull(),
    type: integer("type").$type<UserType>().notNull().default(USER_TYPE.ordinary),
    rule: integer("rule").notNull().default(0),
    /** Whether the user changes advanced settings without the advanced password of the site. */
    hiddenSettings: flag("hidden_settings").notNull().default(false),
    demo: flag("demo").notNull().default(false),
    language: text("language").$type<Language>().notNull().default("en"),
    /** Path of the avatar. */
    header: text("header"),
    phone: text("phone").notNull().default(""),
    company: text("company").notNull().default(""),
    /** ISO 3166-1 alpha-2; empty if unknown. */
    country: text("country").notNull().default(""),
    city: text("city").notNull().default(""),
    /** As entered by the user. */
    dealer: text("dealer").notNull().default(""),
    /** Minutes of inactivity until the screen saver starts; 0 is off. */
    screenSaver: integer("screen_saver").$type<ScreenSaver>().notNull().default(0),
    /** Language of e-mails; null means the language of the interface. */
    mailLanguage: text("mail_language").$type<Language>(),
    /** Whether the user receives alarms by e-mail. */
    alarmMails: flag("alarm_mails").notNull().default(true),
    /** The banner of the user's portal pages as JSON; null means the default. */
    banner: text("banner"),
    /** Null until the user follows the link of the first e-mail. */
    activatedAt: instant("activated_at"),
    /**
     * Incremented with every revocation of this user's access; sockets and cached permissions carry it as
     * `rightsVersion`.
     */
    accessVersion: integer("access_version").notNull().default(0),
    createdAt: instant("created_at").notNull(),
  },
  // Operators search users by the beginning of the name; that of the account has an index already.
  (table) => [index("users_name").on(sql`lower(${table.name})`, table.id)],
);

/** Contacts of a user, to make them administrators of sites. */
export const groupUsers = sqliteTable(
  "group_users",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    ownerId: integer("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The address may or may not belong to a registered user. */
    email: text("email").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("group_users_email").on(table.ownerId, table.email)],
);

/** Addresses and domains (`@example.org`) that may neither register nor be invited. */
export const blockedAddresses = sqliteTable("blocked_addresses", {
  address: text("address").primaryKey(),
  createdAt: instant("created_at").notNull(),
});
