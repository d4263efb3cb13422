import { DAY_MS } from "../units/durations.ts";

/** Kinds of tasks: one writes an archive, the other imports it. */
export const ARCHIVE_TASK_KINDS = ["export", "import"] as const;
export type ArchiveTaskKind = (typeof ARCHIVE_TASK_KINDS)[number];

/** Contents of archives: a site, or a user's own data. */
export const ARCHIVE_SUBJECTS = ["site", "person"] as const;
export type ArchiveSubject = (typeof ARCHIVE_SUBJECTS)[number];

/**
 * Phases of a task: an import is uploaded (`receiving`), then verified, then imported; an export is written. A finished
 * task is `done`, also if it failed.
 */
export const ARCHIVE_PHASES = ["receiving", "verifying", "importing", "writing", "done"] as const;
export type ArchivePhase = (typeof ARCHIVE_PHASES)[number];

/** Reasons for which a task failed. Those of a refused archive name its file. */
export const ARCHIVE_FAILURES = [
  "access",
  "fault",
  "invitations",
  "missingFile",
  "changedFile",
  "notArchive",
  "siteGone",
  "tooLarge",
  "unknownFile",
  "unknownVersion",
  "unreadable",
  "wrongKind",
  "wrongRow",
] as const;
export type ArchiveFailure = (typeof ARCHIVE_FAILURES)[number];

/** Time for which a finished task and its file are kept, ms. */
export const ARCHIVE_RETENTION_MS = 7 * DAY_MS;
/** Maximum duration of an upload, ms. */
export const ARCHIVE_UPLOAD_MS = DAY_MS;
/** Maximum number of tasks of a user in preparation, of stored ones, and of new ones in a day. */
export const MAX_UNFINISHED_ARCHIVES = 2;
export const MAX_STORED_ARCHIVES = 10;
export const MAX_DAILY_ARCHIVES = 20;
/** Length of the parts of an upload, bytes; the last part may have less. */
export const ARCHIVE_PART_BYTES = 8 * 1_048_576;
