import {
  foreignKey,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { memberships, sites, users } from "./schema.ts";

/** Registers that a member looks at together, each person's own at a site: it goes with the membership. */
export const chartSelections = sqliteTable(
  "chart_selections",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: integer("user_id").notNull(),
    siteId: integer("site_id").notNull(),
    name: text("name").notNull(),
    /** Addresses of registers, in the order in which they were chosen. */
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

/** Every change of how long a site keeps samples, for its administrators to see. */
export const retentionChanges = sqliteTable(
  "retention_changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id, { onDelete: "cascade" }),
    /** ms UTC. */
    at: integer("at").notNull(),
    /** Who did it; null where they are gone. */
    byId: integer("by_id").references(() => users.id, { onDelete: "set null" }),
    /** Null is for good. */
    oldYears: integer("old_years"),
    newYears: integer("new_years"),
  },
  (table) => [index("retention_changes_site").on(table.siteId, table.at)],
);
