import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core";
import type { MemberRole, UserType } from "#domain/access/roles.ts";
import type { Language } from "#domain/languages.ts";
import type { SessionEnd } from "#domain/sessions/session-life.ts";
import type { Geofence } from "#domain/sites/geofence.ts";
import type { AlarmStatus } from "#domain/sites/site-list.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import type { Banner } from "#domain/users/banner.ts";

/** Instants are ms UTC throughout. */
const instant = (name: string) => integer(name);
const flag = (name: string) => integer(name, { mode: "boolean" });

export const users = sqliteTable("users", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  /** What the person signs in with, lower case. */
  account: text("account").notNull().unique(),
  email: text("email").notNull(),
  name: text("name").notNull(),
  /** scrypt, its cost included; see password-hash.ts. */
  passwordHash: text("password_hash").notNull(),
  type: integer("type").$type<UserType>().notNull().default(1),
  rule: integer("rule").notNull().default(0),
  demo: flag("demo").notNull().default(false),
  language: text("language").$type<Language>().notNull().default("en"),
  /** Path of the avatar. */
  header: text("header"),
  phone: text("phone").notNull().default(""),
  company: text("company").notNull().default(""),
  /** ISO 3166-1 alpha-2; empty where nobody said. */
  country: text("country").notNull().default(""),
  city: text("city").notNull().default(""),
  /** As the person typed it. */
  dealer: text("dealer").notNull().default(""),
  /** Minutes without a hand on it until the screen saver comes; 0 is off. */
  screenSaver: integer("screen_saver").notNull().default(0),
  /** Language of e-mails; null is that of the interface. */
  mailLanguage: text("mail_language").$type<Language>(),
  /** Whether alarms are sent to the person at all. */
  alarmMails: flag("alarm_mails").notNull().default(true),
  /** The banner of the outer pages, as JSON; null is the default one. */
  banner: text("banner"),
  /** Null until the link in the first e-mail was followed. */
  activatedAt: instant("activated_at"),
  /** Grows with every revocation of this person's rights. */
  rightsVersion: integer("rights_version").notNull().default(0),
  createdAt: instant("created_at").notNull(),
});

export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the token, base64url; the token itself is nowhere. */
    id: text("id").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at").notNull(),
    endedAt: instant("ended_at"),
    endedBy: text("ended_by").$type<SessionEnd>(),
    /** When its user last confirmed their identity with the password; null where they never did. */
    confirmedAt: instant("confirmed_at"),
    /** SHA-256 of the cookie of the browser that signed in, base64url; null where there is none. */
    browser: text("browser"),
    /** Browser and operating system, as in "Firefox, Linux"; null where they are unknown. */
    client: text("client"),
  },
  (table) => [
    index("sessions_user").on(table.userId),
    index("sessions_last_used").on(table.lastUsedAt),
    index("sessions_ended").on(table.endedAt),
  ],
);

export const sites = sqliteTable(
  "sites",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    name: text("name").notNull(),
    /** The owner. */
    creatorId: integer("creator_id")
      .notNull()
      .references(() => users.id),
    /** The name as lists are ordered by it; see name-index.ts of the domain. */
    sortName: text("sort_name").notNull().default(""),
    /** What it is found by, a JSON list of words. */
    words: text("words", { mode: "json" }).$type<readonly string[]>().notNull().default(sql`'[]'`),
    /** JSON list, in the order they were given. */
    tags: text("tags", { mode: "json" }).$type<readonly string[]>().notNull().default(sql`'[]'`),
    location: text("location").notNull().default(""),
    /** Where the position is, ISO 3166-1 alpha-2; empty where nobody knows. */
    country: text("country").notNull().default(""),
    latitude: real("latitude"),
    longitude: real("longitude"),
    /** IANA name. */
    timeZone: text("time_zone").notNull().default("UTC"),
    /** What a kWh from the grid costs, and what one fed in earns, in `priceUnit`; null where nobody said. */
    electricityPrice: real("electricity_price"),
    feedInPrice: real("feed_in_price"),
    /** ISO 4217. */
    priceUnit: text("price_unit"),
    /** Solar scale: kg of CO2 for each kWh (specification, section 9). */
    reduceScale: real("reduce_scale").notNull().default(0.997),
    /** Where the site may be, as JSON; see geofence.ts of the domain. */
    geofence: text("geofence", { mode: "json" }).$type<Geofence>(),
    /** The banner of the site's pages; null is the default one. */
    banner: text("banner", { mode: "json" }).$type<Banner>(),
    /** Who looks after it by trade; one of its members. */
    dealerId: integer("dealer_id").references((): AnySQLiteColumn => users.id, {
      onDelete: "set null",
    }),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** Deleted by its owner, who may take it back for a while. Nobody else knows of it. */
    deletedAt: instant("deleted_at"),

    /** What the site's object told last, as status … */
    systemType: text("system_type"),
    systemCode: integer("system_code"),
    online: flag("online").notNull().default(false),
    /** Since when it is online or offline; null when there has never been a logger. */
    since: instant("since"),
    status: text("status").$type<SiteStatus>().notNull().default("offline"),
    /** Since when the status is what it is; null where nobody knows. */
    statusSince: instant("status_since"),
    alarm: text("alarm").$type<AlarmStatus>().notNull().default("none"),
    lastConnectionAt: instant("last_connection_at"),
    lastDisconnectionAt: instant("last_disconnection_at"),
    /** How often its logger uploads while nobody watches, ms. */
    uploadMs: integer("upload_ms").notNull().default(60_000),
    statusSequence: integer("status_sequence").notNull().default(0),

    /** … and as figures: W, % and when they were true. */
    solar: real("solar"),
    batterySoc: real("battery_soc"),
    grid: real("grid"),
    load: real("load"),
    figuresAt: instant("figures_at"),
    /** What its panels have ever made, Wh. */
    solarEnergy: real("solar_energy"),
    /** Where its logger says that it is, °. */
    gpsLatitude: real("gps_latitude"),
    gpsLongitude: real("gps_longitude"),
  },
  (table) => [
    index("sites_creator").on(table.creatorId),
    index("sites_dealer").on(table.dealerId),
    index("sites_deleted").on(table.deletedAt),
  ],
);

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
    /** From then on it counts no more; null is for good. */
    endsAt: instant("ends_at"),
    /** Whether this member is sent the site's alarms. */
    receivesAlarms: flag("receives_alarms").notNull().default(false),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.siteId] }),
    index("memberships_site").on(table.siteId),
    index("memberships_ends").on(table.endsAt),
    check("memberships_role", sql`${table.role} in (1, 2, 3)`),
  ],
);

/** The registry of communication modules. */
export const modules = sqliteTable(
  "modules",
  {
    serial: text("serial").primaryKey(),
    /** What it is, as the operator names it; null where nobody said. */
    type: text("type"),
    /** SHA-256 of the secret that the logger shows, base64url. */
    secretHash: text("secret_hash").notNull(),
    /** Of the check code printed beside the serial number; see check-hash.ts of the protocol. */
    checkHash: text("check_hash"),
    /** The one site that has claimed it. */
    siteId: integer("site_id")
      .unique()
      .references(() => sites.id, { onDelete: "set null" }),
    /** It was released by an owner: the next one who claims it is given a new secret. */
    released: flag("released").notNull().default(false),
    /** The owner who released it last, and the hash of its secret then: valid again once the same user claims it. */
    releasedBy: integer("released_by").references(() => users.id, { onDelete: "set null" }),
    releasedHash: text("released_hash"),
    createdAt: instant("created_at").notNull(),
  },
  // Those whose check code has no keyed hash yet; empty most of the time.
  (table) => [index("modules_plain_check").on(table.serial).where(sql`length(check_hash) = 43`)],
);

/** Sums over the whole installation, which a job computes: a page that shows one reads one row. */
export const totals = sqliteTable("totals", {
  name: text("name").$type<"solarEnergy">().primaryKey(),
  value: real("value").notNull(),
  computedAt: instant("computed_at").notNull(),
});

/** Where a session may have sockets: written before a ticket is given, removed when the site's object has closed them. */
export const sessionSites = sqliteTable(
  "session_sites",
  {
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    siteId: integer("site_id").notNull(),
    ticketAt: instant("ticket_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.siteId] })],
);

export const loginFailures = sqliteTable(
  "login_failures",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Account and address together, or an account alone, masked: neither can be read from it. */
    subject: text("subject").notNull(),
    at: instant("at").notNull(),
    /** Not a failure yet: its password is being looked at. */
    pending: flag("pending").notNull().default(false),
  },
  (table) => [
    index("login_failures_subject").on(table.subject, table.at),
    index("login_failures_at").on(table.at),
  ],
);
