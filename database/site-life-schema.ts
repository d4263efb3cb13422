import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Modules that were removed from a site, or suspended with it, and of which the site's object has not been notified
 * yet: written in the batch that removes one, deleted when the object has closed the logger's socket. The table keeps
 * its former name, because the previous release runs on the same schema.
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
