import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Modules that a site has no more, or not for now, and of which its object has not heard yet: written in the batch that
 * takes one away, removed when the object has closed the logger's socket.
 */
export const pendingUnlinks = sqliteTable(
  "untold_unlinks",
  {
    siteId: integer("site_id").notNull(),
    serial: text("serial").notNull(),
    /** ms UTC */
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.serial] })],
);
