import { foreignKey, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { memberships } from "./schema.ts";

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
