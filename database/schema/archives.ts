import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type {
  ArchiveFailure,
  ArchivePhase,
  ArchiveSubject,
  ArchiveTaskKind,
} from "#domain/archives/archive-task.ts";
import { instant } from "./columns.ts";
import { ofUser } from "./references.ts";

/** Archives that users have ordered or uploaded, until their files are deleted. */
export const archiveTasks = sqliteTable(
  "archive_tasks",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    ownerId: ofUser("owner_id"),
    kind: text("kind").$type<ArchiveTaskKind>().notNull(),
    /** Null for an import until its manifest is verified. */
    subject: text("subject").$type<ArchiveSubject>(),
    /** Site of an export, which may be deleted meanwhile; of an import the site that it creates. */
    siteId: integer("site_id"),
    /** Name of the site or of the uploaded file. */
    name: text("name").notNull(),
    phase: text("phase").$type<ArchivePhase>().notNull(),
    createdAt: instant("created_at").notNull(),
    /** Random key of the file in the store. */
    fileKey: text("file_key").notNull(),
    uploadId: text("upload_id"),
    /** Key of the saved state; null before the first step. */
    stateKey: text("state_key"),
    /** Progress of the phase, 0 to 1,000. */
    progress: integer("progress").notNull().default(0),
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
    failure: text("failure").$type<ArchiveFailure>(),
    /** File of the archive because of which it was refused, and its row. */
    failureFile: text("failure_file"),
    failureRow: integer("failure_row"),
    /** Number of imported rollups of days that differ from those in the archive. */
    differences: integer("differences"),
  },
  (table) => [
    index("archive_tasks_owner").on(table.ownerId),
    index("archive_tasks_finished").on(table.finishedAt),
    // The job of every minute reads unfinished tasks alone.
    index("archive_tasks_unfinished").on(table.leasedUntil).where(sql`finished_at is null`),
  ],
);

/** Parts of an uploaded archive that are in the store. */
export const archiveParts = sqliteTable(
  "archive_parts",
  {
    taskId: integer("task_id")
      .notNull()
      .references(() => archiveTasks.id, { onDelete: "cascade" }),
    /** From 1. */
    number: integer("number").notNull(),
    tag: text("tag").notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.number] })],
);
