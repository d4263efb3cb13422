import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core";
import type { FirmwareLevel } from "#domain/firmware/levels.ts";
import type { Geofence } from "#domain/sites/geofence.ts";
import type { AlarmStatus } from "#domain/sites/site-list.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { Banner } from "#domain/users/banner.ts";
import { flag, instant } from "./columns.ts";
import { users } from "./users.ts";

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
    /** Installed power of the solar panels, W; null if unknown. */
    solarPeak: real("solar_peak"),
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
    /** Instant at which the site went online or offline; null if no logger has ever connected. */
    since: instant("since"),
    status: text("status").$type<SiteStatus>().notNull().default("offline"),
    /** Instant at which the status last changed; null if unknown. */
    statusSince: instant("status_since"),
    alarm: text("alarm").$type<AlarmStatus>().notNull().default("none"),
    lastConnectionAt: instant("last_connection_at"),
    lastDisconnectionAt: instant("last_disconnection_at"),
    /** Upload interval of the logger without viewers, ms. */
    uploadMs: integer("upload_ms").notNull().default(MINUTE_MS),
    /** Versions of the logger and the equipment; see levels.ts of the domain. */
    firmware: text("firmware", { mode: "json" })
      .$type<readonly FirmwareLevel[]>()
      .notNull()
      .default(sql`'[]'`),
    statusSequence: integer("status_sequence").notNull().default(0),
    /** Version of the operator's alarm rules that the site's object has. */
    platformRulesVersion: integer("platform_rules_version").notNull().default(0),

    /** The metrics that the site's object reported last, in W and %, with their instant. */
    solar: real("solar"),
    batterySoc: real("battery_soc"),
    grid: real("grid"),
    load: real("load"),
    metricsAt: instant("metrics_at"),
    /** Lifetime solar production, Wh. */
    solarEnergy: real("solar_energy"),
    /** Solar production of a local day of the site, Wh, and that day since 1970-01-01. */
    solarToday: real("solar_today"),
    solarDay: integer("solar_day"),
    /** Solar production of the whole local days before `solarDay`, Wh, and how many days they are, 1 to 7. */
    solarWeek: real("solar_week"),
    solarWeekDays: integer("solar_week_days"),
    /** Mean solar power of 24 hours, the last one that of `metricsAt`; see solar-curve.ts of the domain. */
    solarCurve: text("solar_curve"),
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
  (table) => [
    index("modules_plain_check").on(table.serial).where(sql`length(check_hash) = 43`),
    // The list of the registry reads one state alone.
    index("modules_claimed").on(table.serial).where(sql`site_id is not null`),
    index("modules_unclaimed").on(table.serial).where(sql`site_id is null`),
  ],
);

/**
 * Modules that were removed from a site, or suspended with it, while the site's object has not been notified: written
 * in the batch that removes one, deleted when the object has closed the logger's socket.
 */
export const pendingUnlinks = sqliteTable(
  "pending_unlinks",
  {
    siteId: integer("site_id").notNull(),
    serial: text("serial").notNull(),
    /** ms UTC */
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.serial] })],
);

/** Totals over all sites, computed by a job, so that a page reads one row. */
export const totals = sqliteTable("totals", {
  name: text("name").$type<"solarEnergy">().primaryKey(),
  value: real("value").notNull(),
  computedAt: instant("computed_at").notNull(),
});
