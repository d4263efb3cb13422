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
import type { ScreenSaver } from "#domain/users/profile.ts";

/** Instants are ms UTC throughout. */
const instant = (name: string) => integer(name);
const flag = (name: string) => integer(name, { mode: "boolean" });

export const users = sqliteTable("users", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  /** The name the user signs in with, lower case. */
  account: text("account").notNull().unique(),
  email: text("email").notNull(),
  name: text("name").notNull(),
  /** scrypt with its cost; see password-hash.ts. */
  passwordHash: text("password_hash").notNull(),
  type: integer("type").$type<UserType>().notNull().default(1),
  rule: integer("rule").notNull().default(0),
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
  /** Language of e-mails; null means that of the interface. */
  mailLanguage: text("mail_language").$type<Language>(),
  /** Whether the user receives alarms by e-mail. */
  alarmMails: flag("alarm_mails").notNull().default(true),
  /** The banner of the user's portal pages as JSON; null means the default. */
  banner: text("banner"),
  /** Null until the user follows the link of the first e-mail. */
  activatedAt: instant("activated_at"),
  /** Incremented with every revocation of this user's access. */
  rightsVersion: integer("rights_version").notNull().default(0),
  createdAt: instant("created_at").notNull(),
});

export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the token, base64url; the token itself is not stored. */
    id: text("id").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at").notNull(),
    endedAt: instant("ended_at"),
    endedBy: text("ended_by").$type<SessionEnd>(),
    /** When the user last confirmed their identity with the password; null if never. */
    confirmedAt: instant("confirmed_at"),
    /** SHA-256 of the cookie of the browser that signed in, base64url; null if there is none. */
    browser: text("browser"),
    /** Browser and operating system, as in "Firefox, Linux"; null if unknown. */
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
    /** The name as lists sort it; see name-index.ts of the domain. */
    sortName: text("sort_name").notNull().default(""),
    /** Search words of the site, a JSON list. */
    words: text("words", { mode: "json" }).$type<readonly string[]>().notNull().default(sql`'[]'`),
    /** JSON list in the order in which tags were added. */
    tags: text("tags", { mode: "json" }).$type<readonly string[]>().notNull().default(sql`'[]'`),
    location: text("location").notNull().default(""),
    /** Country of the location, ISO 3166-1 alpha-2; empty if unknown. */
    country: text("country").notNull().default(""),
    latitude: real("latitude"),
    longitude: real("longitude"),
    /** IANA name. */
    timeZone: text("time_zone").notNull().default("UTC"),
    /** Price of a kWh from the grid, and export tariff of a kWh, in `priceUnit`; null if unset. */
    electricityPrice: real("electricity_price"),
    feedInPrice: real("feed_in_price"),
    /** ISO 4217. */
    priceUnit: text("price_unit"),
    /** Solar scale: kg of CO2 for each kWh (specification, section 9). */
    reduceScale: real("reduce_scale").notNull().default(0.997),
    /** Allowed area of the site, as JSON; see geofence.ts of the domain. */
    geofence: text("geofence", { mode: "json" }).$type<Geofence>(),
    /** The banner of the site's pages; null means the default. */
    banner: text("banner", { mode: "json" }).$type<Banner>(),
    /** The dealer of the site, one of its members. */
    dealerId: integer("dealer_id").references((): AnySQLiteColumn => users.id, {
      onDelete: "set null",
    }),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** Set when the owner deletes the site; it can be restored for a while and is hidden from all other users. */
    deletedAt: instant("deleted_at"),

    /** The status that the site's object reported last, in the columns up to `statusSequence`. */
    systemType: text("system_type"),
    systemCode: integer("system_code"),
    online: flag("online").notNull().default(false),
    /** When the site went online or offline; null if no logger has ever connected. */
    since: instant("since"),
    status: text("status").$type<SiteStatus>().notNull().default("offline"),
    /** When the status last changed; null if unknown. */
    statusSince: instant("status_since"),
    alarm: text("alarm").$type<AlarmStatus>().notNull().default("none"),
    lastConnectionAt: instant("last_connection_at"),
    lastDisconnectionAt: instant("last_disconnection_at"),
    /** Upload interval of the logger without viewers, ms. */
    uploadMs: integer("upload_ms").notNull().default(60_000),
    statusSequence: integer("status_sequence").notNull().default(0),

    /** The metrics that the site's object reported last, in W and %, with their instant. */
    solar: real("solar"),
    batterySoc: real("battery_soc"),
    grid: real("grid"),
    load: real("load"),
    figuresAt: instant("figures_at"),
    /** Lifetime solar production, Wh. */
    solarEnergy: real("solar_energy"),
    /** GPS position reported by the logger, °. */
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
    check("memberships_role", sql`${table.role} in (1, 2, 3)`),
  ],
);

/** The registry of communication modules. */
export const modules = sqliteTable(
  "modules",
  {
    serial: text("serial").primaryKey(),
    /** Model name given by the operator; null if unknown. */
    type: text("type"),
    /** SHA-256 of the logger's secret, base64url. */
    secretHash: text("secret_hash").notNull(),
    /** Hash of the check code printed beside the serial number; see check-hash.ts of the protocol. */
    checkHash: text("check_hash"),
    /** The site that has claimed the module, at most one. */
    siteId: integer("site_id")
      .unique()
      .references(() => sites.id, { onDelete: "set null" }),
    /** Whether an owner has released the module: the next claim sets a new secret. */
    released: flag("released").notNull().default(false),
    /**
     * The owner who released it last, and the hash of its secret at that time: valid again when the same user claims
     * the module.
     */
    releasedBy: integer("released_by").references(() => users.id, { onDelete: "set null" }),
    releasedHash: text("released_hash"),
    createdAt: instant("created_at").notNull(),
  },
  // Modules whose check code has no keyed hash yet; empty most of the time.
  (table) => [index("modules_plain_check").on(table.serial).where(sql`length(check_hash) = 43`)],
);

/** Totals over all sites, computed by a job, so that a page reads one row. */
export const totals = sqliteTable("totals", {
  name: text("name").$type<"solarEnergy">().primaryKey(),
  value: real("value").notNull(),
  computedAt: instant("computed_at").notNull(),
});

/**
 * Sites at which a session may have sockets: written before a ticket is issued, removed when the site's object has
 * closed them.
 */
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
    /** Account and address, or an account alone, masked and irreversible. */
    subject: text("subject").notNull(),
    at: instant("at").notNull(),
    /** Whether the password is still being verified; a pending attempt is no failure yet. */
    pending: flag("pending").notNull().default(false),
  },
  (table) => [
    index("login_failures_subject").on(table.subject, table.at),
    index("login_failures_at").on(table.at),
  ],
);
