import { integer } from "drizzle-orm/sqlite-core";
import { sites } from "./sites.ts";
import { users } from "./users.ts";

/** The column of the site to which a row belongs; the row is deleted with the site. */
export const ofSite = () =>
  integer("site_id")
    .notNull()
    .references(() => sites.id, { onDelete: "cascade" });

/** A column for the user to whom a row belongs; the row is deleted with the user. */
export const ofUser = (name: string) =>
  integer(name)
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** A column for a user who is only mentioned; it is emptied when the user is deleted. */
export const mentionedUser = (name: string) =>
  integer(name).references(() => users.id, { onDelete: "set null" });
