import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AuditAct, AuditDetails } from "#domain/audit/audit-acts.ts";
import { flag, instant } from "./columns.ts";
import { mentionedUser, ofUser } from "./references.ts";

/** Acts of operators, written in the batch that performs them. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: instant("at").notNull(),
    /** The operator; null if the account was deleted. */
    byId: mentionedUser("by_id"),
    act: text("act").$type<AuditAct>().notNull(),
    /** The user whom the act is about; null if there is none or the account was deleted. */
    userId: mentionedUser("user_id"),
    details: text("details", { mode: "json" }).$type<AuditDetails>().notNull(),
  },
  (table) => [
    index("audit_log_act").on(table.act, table.id),
    index("audit_log_at").on(table.at),
    index("audit_log_by").on(table.byId),
    index("audit_log_user").on(table.userId),
  ],
);

/** Settings of operators, and what they have been informed about. */
export const operatorSettings = sqliteTable("operator_settings", {
  userId: ofUser("user_id").primaryKey(),
  /** Whether the operator receives e-mails about new feedback. */
  feedbackMails: flag("feedback_mails").notNull().default(false),
  /** Number of the newest message that an e-mail has announced, or that was there when the e-mails were turned on. */
  announcedFeedback: integer("announced_feedback").notNull().default(0),
  /** Instant of the last e-mail; null before the first one. */
  mailedAt: instant("mailed_at"),
});

/** The last run of each scheduled job, one row for each job. */
export const jobRuns = sqliteTable("job_runs", {
  job: text("job").primaryKey(),
  /** The cron expression that runs the job. */
  cron: text("cron").notNull(),
  startedAt: instant("started_at").notNull(),
  durationMs: integer("duration_ms").notNull(),
  /** Instant of the last run that ended without an error; null if there was none. */
  succeededAt: instant("succeeded_at"),
  /** Failed runs since then. */
  failures: integer("failures").notNull().default(0),
});
