import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./columns.ts";
import { ofSite } from "./references.ts";

/** Equipment of a site that its logger does not report, as users enter it. */
export const extraEquipment = sqliteTable(
  "extra_equipment",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: ofSite(),
    /** Four hexadecimal characters, as those of the logger. */
    typeCode: text("type_code").notNull(),
    name: text("name").notNull(),
    manufacturer: text("manufacturer"),
    model: text("model"),
    serial: text("serial"),
    /** Number of equal devices. */
    quantity: integer("quantity").notNull(),
    /** Day, YYYY-MM-DD. */
    installedOn: text("installed_on"),
    note: text("note"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("extra_equipment_site").on(table.siteId)],
);
