import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type {
  ExportFailure,
  ExportFormat,
  ExportInterval,
  ExportKind,
} from "#domain/exports/export-request.ts";
import type { Language } from "#domain/languages.ts";
import { instant } from "./columns.ts";
import { sites } from "./sites.ts";
import { users } from "./users.ts";

/** Exports of a site's data that users have ordered, until their files are deleted. */
export const exportTasks = sqliteTable(
  "export_tasks",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id, { onDelete: "cascade" }),
    ownerId: integer("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind").$type<ExportKind>().notNull(),
    format: text("format").$type<ExportFormat>().notNull(),
    interval: text("interval").$type<ExportInterval>().notNull(),
    /** Addresses of the registers; empty for energies. */
    addresses: text("addresses", { mode: "json" }).$type<readonly string[]>().notNull(),
    /** Layout of the file, JSON. */
    layout: text("layout").notNull(),
    fromAt: instant("from_at").notNull(),
    untilAt: instant("until_at").notNull(),
    /** Language of the headings. */
    language: text("language").$type<Language>().notNull(),
    createdAt: instant("created_at").notNull(),
    /** Random key of the file in the store. */
    fileKey: text("file_key").notNull(),
    uploadId: text("upload_id"),
    /** Key of the saved state of the unfinished file; null before the first step. */
    stateKey: text("state_key"),
    /** Instant through which rows are written, ms UTC, which is the progress. */
    cursor: instant("cursor").notNull(),
    rows: integer("rows").notNull().default(0),
    /** Bytes so far, or of the finished file. */
    size: integer("size").notNull().default(0),
    /** Number of the next step, which only one of several consumers takes. */
    step: integer("step").notNull().default(0),
    /** Until when a step is queued or being taken, ms UTC; the job queues the step again afterwards. */
    leasedUntil: instant("leased_until").notNull(),
    /** Attempts since the last completed step. */
    attempts: integer("attempts").notNull().default(0),
    finishedAt: instant("finished_at"),
    downloadedAt: instant("downloaded_at"),
    failure: text("failure").$type<ExportFailure>(),
  },
  (table) => [
    index("export_tasks_owner").on(table.ownerId, table.siteId),
    index("export_tasks_site").on(table.siteId),
    index("export_tasks_finished").on(table.finishedAt),
    // The job of every minute reads unfinished tasks alone.
    index("export_tasks_unfinished").on(table.leasedUntil).where(sql`finished_at is null`),
  ],
);
