import { z } from "zod";
import { equipmentAddress } from "../registers/address.ts";
import { MAX_TEXT } from "../registers/logger-fields.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../units/durations.ts";
import { releaseConditions } from "./conditions.ts";

/** A logger has to answer a request within this, ms; it does not begin afterwards. */
export const REQUEST_LIFETIME_MS = MINUTE_MS;
/** Without a report for this long, the end of an update is unknown, ms. */
export const REPORT_WITHIN_MS = 30 * MINUTE_MS;
/** Equipment has to be healthy for this long with the new version, ms. */
export const HEALTHY_FOR_MS = 10 * MINUTE_MS;
/** Equipment that reports the new version has to become healthy within this, ms. */
export const HEALTHY_WITHIN_MS = HOUR_MS;
/** A transfer, and from its request on an installation, ends within these, ms, whatever the logger reports. */
export const MAX_TRANSFER_MS = DAY_MS;
export const MAX_INSTALLATION_MS = 3 * HOUR_MS;
/** A result that was not known is corrected by what the logger reports within this, ms. */
export const CORRECT_WITHIN_MS = DAY_MS;
/** A transferred file that is not to be installed at once waits for the confirmation this long, ms. */
export const CONFIRM_WITHIN_MS = 24 * HOUR_MS;

/** States that a logger reports (353). */
export const REPORTED_STATES = [
  "transferring",
  "transferred",
  "installing",
  "restarting",
  "done",
  "failed",
  "rolled back",
] as const;
export const reportedState = z.enum(REPORTED_STATES);
export type ReportedState = z.infer<typeof reportedState>;

/** State of an update as its users see it; `done` of a logger is still `restarting`. */
export const updateState = z.enum([
  "requested",
  "transferring",
  "transferred",
  "installing",
  "restarting",
  "ended",
]);
export type UpdateState = z.infer<typeof updateState>;

/**
 * Result of an update: `unknown` if the logger did not report its end, `unhealthy` if the equipment has the new version
 * and a fault, `not confirmed` if the file was transferred and never installed, `withdrawn` if the portal did not request
 * the installation because changes were no longer admitted, or a condition of the release was no longer met.
 */
export const updateResult = z.enum([
  "success",
  "refused",
  "failed",
  "rolled back",
  "unknown",
  "unhealthy",
  "not confirmed",
  "not sent",
  "withdrawn",
]);
export type UpdateResult = z.infer<typeof updateResult>;

/** An update of one component, as its users see it. Instants are ms UTC. */
export const updateRecord = z.object({
  updateId: z.string(),
  address: equipmentAddress,
  component: z.string(),
  /** Number of the release. */
  releaseId: z.int(),
  fromVersion: z.string().nullable(),
  version: z.string(),
  /** Name of the author; empty for a deleted account. */
  by: z.string(),
  at: z.int(),
  state: updateState,
  /** Progress of the state, %; 100 means done. */
  progress: z.number(),
  /** Text of the logger. */
  message: z
    .string()
    .max(2 * MAX_TEXT)
    .nullable(),
  result: updateResult.nullable(),
  /** Why the update was refused or withdrawn: the status of the logger's answer, or a name of the portal's reason. */
  reason: z.string().max(MAX_TEXT).nullable().default(null),
  endedAt: z.int().nullable(),
  /** State in which the update ended; null while it is in progress. */
  endedIn: updateState.nullable().default(null),
});
export type UpdateRecord = z.infer<typeof updateRecord>;

/** An update with what its progress depends on. */
export const trackedUpdate = z.object({
  record: updateRecord,
  /** SHA-256 of the file, lower-case hex. */
  sha256: z.string(),
  sequence: z.int(),
  /** Conditions of the release, which have to be met when the installation begins, too. */
  conditions: releaseConditions.default({ minSoc: null, whenOff: false }),
  /** Whether the file is installed without a confirmation. */
  installs: z.boolean(),
  /** Id of the request to install (354); null before it was sent. */
  installId: z.string().nullable(),
  /** When the request to install was sent; null before. */
  installAt: z.int().nullable().default(null),
  /** Whether the logger reported `done`. */
  isDone: z.boolean(),
  /** When the equipment was found to be healthy with the new version, without interruption; null while it is not. */
  healthySince: z.int().nullable(),
  /** Whether the equipment reported the new version. */
  hasVersion: z.boolean(),
  /** When the update ends without another event. */
  due: z.int(),
});
export type TrackedUpdate = z.infer<typeof trackedUpdate>;
