import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { FeedbackState } from "#domain/feedback/states.ts";
import type { Language } from "#domain/languages.ts";
import { instant } from "./columns.ts";
import { mentionedUser } from "./references.ts";
import { users } from "./users.ts";

/** Messages of users to the operator. They are deleted with the account. */
export const feedback = sqliteTable(
  "feedback",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** Address that receives the replies; the user may enter another one than that of the account. */
    email: text("email").notNull(),
    message: text("message").notNull(),
    /** Keys of the photos, at most three. */
    photos: text("photos", { mode: "json" }).$type<string[]>().notNull(),
    /** Language in which the user wants e-mails. */
    language: text("language").$type<Language>().notNull(),
    state: text("state").$type<FeedbackState>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("feedback_state").on(table.state, table.createdAt),
    index("feedback_user").on(table.userId),
  ],
);

/** Replies of the operator, numbered from 1 for each message. */
export const feedbackReplies = sqliteTable(
  "feedback_replies",
  {
    feedbackId: integer("feedback_id")
      .notNull()
      .references(() => feedback.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    text: text("text").notNull(),
    createdAt: instant("created_at").notNull(),
    createdBy: mentionedUser("created_by"),
  },
  (table) => [primaryKey({ columns: [table.feedbackId, table.number] })],
);
