import { type AnySQLiteColumn, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { FileKind } from "#domain/files/file-kind.ts";
import { instant } from "./columns.ts";
import { sites } from "./sites.ts";
import { users } from "./users.ts";

/** Files in R2. A file that is attached to nothing after a day is deleted. */
export const files = sqliteTable(
  "files",
  {
    /** At least 128 random bits, base64url: the name in R2 and in the file's URL. */
    key: text("key").primaryKey(),
    kind: text("kind").$type<FileKind>().notNull(),
    /** The uploader; null once the file belongs to a site. */
    ownerId: integer("owner_id").references(() => users.id, { onDelete: "cascade" }),
    /** The site that owns the file. */
    siteId: integer("site_id").references((): AnySQLiteColumn => sites.id, {
      onDelete: "cascade",
    }),
    contentType: text("content_type").notNull(),
    size: integer("size").notNull(),
    createdAt: instant("created_at").notNull(),
    /** Instant at which the file was attached to a site or user. */
    attachedAt: instant("attached_at"),
  },
  (table) => [
    index("files_owner").on(table.ownerId),
    index("files_site").on(table.siteId),
    index("files_created").on(table.createdAt),
  ],
);
