import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { JournalDetails } from "#domain/journal/journal-entry.ts";
import { instant } from "./columns.ts";
import { ofSite } from "./references.ts";
import { sites } from "./sites.ts";

/**
 * Entries of journals that the site's object has not confirmed yet: written in the batch that makes the change. A
 * trigger adds those of `membership_changes` and of `retention_changes`.
 */
export const journalOutbox = sqliteTable(
  "journal_outbox",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Random, so that an entry is recorded once, even after this table was restored from a backup. */
    key: text("key").notNull().default(sql`(lower(hex(randomblob(12))))`),
    siteId: ofSite(),
    at: instant("at").notNull(),
    what: text("what").notNull(),
    /** The acting user, and the user whom the entry is about; either may be deleted meanwhile. */
    byId: integer("by_id"),
    userId: integer("user_id"),
    details: text("details", { mode: "json" }).$type<JournalDetails>().notNull(),
  },
  (table) => [index("journal_outbox_site").on(table.siteId, table.id)],
);

/** Head of each site's journal, apart from the site's object, so that a journal that was cut is found. */
export const journalHeads = sqliteTable("journal_heads", {
  siteId: integer("site_id")
    .primaryKey()
    .references(() => sites.id, { onDelete: "cascade" }),
  number: integer("number").notNull(),
  /** SHA-256, lower-case hex. */
  hash: text("hash").notNull(),
});
