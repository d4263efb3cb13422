import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ConfigOption } from "#domain/sites/config-options.ts";
import { instant } from "./columns.ts";
import { files } from "./files.ts";
import { ofSite } from "./references.ts";

/** Equipment counts of a site, one row per option. */
export const siteConfigs = sqliteTable(
  "site_configs",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: ofSite(),
    option: text("option").$type<ConfigOption>().notNull(),
    /** 1 to 6 digits (specification, section 5). */
    value: text("value").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("site_configs_option").on(table.siteId, table.option)],
);

/** Pictures in the gallery of a site. */
export const galleryImages = sqliteTable(
  "gallery_images",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: ofSite(),
    file: text("file")
      .notNull()
      .unique()
      .references(() => files.key, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("gallery_images_site").on(table.siteId, table.createdAt)],
);
