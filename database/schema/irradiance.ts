import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./columns.ts";

/** Irradiance of areas with sites whose solar production is forecast. */
export const irradianceAreas = sqliteTable(
  "irradiance_areas",
  {
    /** Latitude and longitude of the area, tenths of a degree, such as `53.5/10`. */
    area: text("area").primaryKey(),
    /** When the provider was last called, ms UTC. */
    askedAt: instant("asked_at").notNull(),
    /** When it last answered, ms UTC; null if it never did. */
    answeredAt: instant("answered_at"),
    /** JSON of `areaIrradiance`; null before the first answer. */
    body: text("body"),
  },
  (table) => [index("irradiance_areas_asked").on(table.askedAt)],
);
