import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./columns.ts";

/** Attempts at guessable values (check codes, passwords of shares), counted for rate limits. */
export const rateLimitAttempts = sqliteTable(
  "rate_limit_attempts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Kind of attempt and its user, address or site, masked and irreversible. */
    subject: text("subject").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    index("rate_limit_attempts_subject").on(table.subject, table.at),
    index("rate_limit_attempts_at").on(table.at),
  ],
);
