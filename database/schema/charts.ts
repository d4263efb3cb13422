import {
  foreignKey,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { memberships } from "./members.ts";
import { sites } from "./sites.ts";
import { users } from "./users.ts";

/** Saved selections of registers, one list per user and site; deleted together with the membership. */
export const chartSelections = sqliteTable(
  "chart_selections",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: integer("user_id").notNull(),
    siteId: integer("site_id").notNull(),
    name: text("name").notNull(),
    /** Register addresses in the order in which they were chosen. */
    addresses: text("addresses", { mode: "json" }).$type<readonly string[]>().notNull(),
    /** ms UTC. */
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("chart_selections_name").on(table.userId, table.siteId, table.name),
    foreignKey({
      columns: [table.userId, table.siteId],
      foreignColumns: [memberships.userId, memberships.siteId],
    }).onDelete("cascade"),
  ],
);

/** Log of changes to the sample retention of a site, visible to its administrators. */
export const retentionChanges = sqliteTable(
  "retention_changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id, { onDelete: "cascade" }),
    /** ms UTC. */
    at: integer("at").notNull(),
    /** The user who made the change; null if that user was deleted. */
    byId: integer("by_id").references(() => users.id, { onDelete: "set null" }),
    /** Null means that samples are kept without limit. */
    oldYears: integer("old_years"),
    newYears: integer("new_years"),
  },
  (table) => [index("retention_changes_site").on(table.siteId, table.at)],
);
