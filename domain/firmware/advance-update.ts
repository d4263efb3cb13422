import { SUCCESS_STATUS } from "../problem.ts";
import {
  CONFIRM_WITHIN_MS,
  CORRECT_WITHIN_MS,
  HEALTHY_FOR_MS,
  HEALTHY_WITHIN_MS,
  MAX_INSTALLATION_MS,
  MAX_TRANSFER_MS,
  REPORT_WITHIN_MS,
  REPORTED_STATES,
  type ReportedState,
  type TrackedUpdate,
  type UpdateRecord,
  type UpdateResult,
  type UpdateState,
} from "./update.ts";

/** Event of an update. */
export type UpdateEvent =
  /** The request to transfer was written to the socket, or there was none. */
  | { kind: "sent"; isSent: boolean }
  /** The logger answered the request to transfer. */
  | { kind: "answered"; status: number }
  /** The request to install was written to the socket. */
  | { kind: "installSent"; id: string }
  | { kind: "installAnswered"; status: number }
  | {
      kind: "reported";
      state: ReportedState;
      progress?: number | undefined;
      message?: string | undefined;
    }
  /** The logger connected and described the equipment, whose component has this version. */
  | { kind: "connected"; version: string | null }
  /** The equipment was looked at. */
  | { kind: "checked"; isHealthy: boolean }
  /** The file was transferred, and a user confirmed that it is installed. */
  | { kind: "confirmed" }
  /** The file was transferred, but must not be installed any more. */
  | { kind: "withdrawn"; reason: string }
  | { kind: "tick" };

/** Begins an update whose request is about to be sent. */
export function beginUpdate(
  order: Pick<TrackedUpdate, "sha256" | "sequence" | "installs" | "conditions"> & {
    record: Pick<
      UpdateRecord,
      "updateId" | "address" | "component" | "releaseId" | "fromVersion" | "version" | "by"
    >;
  },
  now: number,
): TrackedUpdate {
  return {
    ...order,
    record: {
      ...order.record,
      at: now,
      state: "requested",
      progress: 0,
      message: null,
      result: null,
      reason: null,
      endedAt: null,
      endedIn: null,
    },
    installId: null,
    installAt: null,
    isDone: false,
    healthySince: null,
    hasVersion: false,
    due: now + REPORT_WITHIN_MS,
  };
}

/**
 * Advances an update by one event. A state never goes back. An ended update stays as it is, unless its result was not
 * known and the logger reports it later.
 * @param now ms UTC
 */
export function advanceUpdate(
  update: TrackedUpdate,
  event: UpdateEvent,
  now: number,
): TrackedUpdate {
  if (update.record.state === "ended")
    return isProvisional(update, now) ? correctResult(update, event, now) : update;
  switch (event.kind) {
    case "sent":
      return event.isSent ? update : endUpdate(update, "not sent", now);
    case "answered":
      if (update.record.state !== "requested") return update;
      if (event.status !== SUCCESS_STATUS)
        return endUpdate(update, "refused", now, `${event.status}`);
      return moveTo(update, "transferring", now);
    case "reported":
      return takeReport(update, event, now);
    case "confirmed":
      return { ...update, installs: true, due: now + REPORT_WITHIN_MS };
    case "installSent":
      return { ...update, installId: event.id, installAt: now, due: now + REPORT_WITHIN_MS };
    case "installAnswered":
      if (update.record.state !== "transferred") return update;
      if (event.status !== SUCCESS_STATUS)
        return endUpdate(update, "refused", now, `${event.status}`);
      return moveTo(update, "installing", now);
    case "withdrawn":
      if (update.record.state !== "transferred" || update.installId !== null) return update;
      return endUpdate(update, "withdrawn", now, event.reason);
    case "connected":
      return takeVersion(update, event.version, now);
    case "checked":
      return takeHealth(update, event.isHealthy, now);
    case "tick":
      return now < update.due ? update : endUpdate(update, resultWhenDue(update), now);
  }
}

/** Returns whether the file may be installed now: it was transferred, and the request was not sent yet. */
export function canInstall({ record, installs, installId }: TrackedUpdate): boolean {
  return record.state === "transferred" && installs && installId === null;
}

/** Returns whether the logger may fetch the file. */
export function canFetch({ record }: TrackedUpdate): boolean {
  return record.state === "requested" || record.state === "transferring";
}

function takeReport(
  update: TrackedUpdate,
  { state, progress, message }: Extract<UpdateEvent, { kind: "reported" }>,
  now: number,
): TrackedUpdate {
  const noted = message === undefined ? update : withRecord(update, { message });
  if (state === "failed") return endUpdate(noted, "failed", now);
  if (state === "rolled back") return endUpdate(noted, "rolled back", now);
  const shown: UpdateState = state === "done" ? "restarting" : state;
  // A file that was not requested to be installed cannot be installing.
  if (rankOf(shown) > rankOf("transferred") && update.installId === null) return update;
  if (rankOf(shown) < rankOf(update.record.state)) return update;
  const isDone = update.isDone || state === "done";
  const moved = moveTo(noted, shown, now, progress);
  if (!isDone) return moved;
  const due = update.isDone ? update.due : boundDue(update, now + REPORT_WITHIN_MS);
  return judge({ ...moved, isDone, due: update.hasVersion ? Math.max(due, update.due) : due }, now);
}

/** Returns whether the result of an ended update was not known, and may still be corrected. */
export function isProvisional({ record }: TrackedUpdate, now: number): boolean {
  const { state, result, endedAt } = record;
  const isOpen = result === "unknown" || result === "unhealthy";
  return state === "ended" && isOpen && now - (endedAt ?? 0) < CORRECT_WITHIN_MS;
}

/** When an update whose result was not known becomes a success if nothing else happens, ms UTC; null if it does not. */
export function provenAt({
  record,
  isDone,
  hasVersion,
  healthySince,
}: TrackedUpdate): number | null {
  if (record.result !== "unknown" || !isDone || !hasVersion || healthySince === null) return null;
  return healthySince + HEALTHY_FOR_MS;
}

/** Corrects a result that was not known. A success needs the same proofs as ever. */
function correctResult(update: TrackedUpdate, event: UpdateEvent, now: number): TrackedUpdate {
  const isUnknown = update.record.result === "unknown";
  switch (event.kind) {
    case "reported": {
      const { state, message } = event;
      const noted = message === undefined ? update : withRecord(update, { message });
      if (state === "failed" || state === "rolled back") return endUpdate(noted, state, now);
      if (state !== "done" || update.installId === null || !isUnknown) return update;
      return judge({ ...noted, isDone: true }, now);
    }
    case "connected":
      return isUnknown ? takeVersion(update, event.version, now) : update;
    case "checked":
      return isUnknown ? takeHealth(update, event.isHealthy, now) : update;
    default:
      return update;
  }
}

/** The version counts from the request to install on: equipment with the version before it is not updated. */
function takeVersion(update: TrackedUpdate, version: string | null, now: number): TrackedUpdate {
  if (update.installId === null) return update;
  // Equipment that has another version again has returned to the one before.
  if (version !== update.record.version)
    return update.hasVersion ? { ...update, hasVersion: false, healthySince: null } : update;
  // A connection anew is a restart, so that health begins anew.
  const due = update.hasVersion ? update.due : boundDue(update, now + HEALTHY_WITHIN_MS);
  return { ...update, hasVersion: true, healthySince: null, due };
}

function takeHealth(update: TrackedUpdate, isHealthy: boolean, now: number): TrackedUpdate {
  if (!update.hasVersion) return update;
  const healthySince = isHealthy ? (update.healthySince ?? now) : null;
  if (healthySince === update.healthySince) return judge(update, now);
  return judge({ ...update, healthySince }, now);
}

/** Ends an update as a success if all of its conditions hold. */
function judge(update: TrackedUpdate, now: number): TrackedUpdate {
  const { hasVersion, healthySince, isDone } = update;
  if (!isDone || !hasVersion || healthySince === null) return update;
  return now - healthySince < HEALTHY_FOR_MS ? update : endUpdate(update, "success", now);
}

function resultWhenDue(update: TrackedUpdate): UpdateResult {
  const { record, installs, installId, hasVersion, isDone } = update;
  if (record.state === "transferred" && installId === null)
    return installs ? "not sent" : "not confirmed";
  return hasVersion && isDone ? "unhealthy" : "unknown";
}

/** Limits when an update ends, so that repeated reports do not keep it open. */
function boundDue({ record, installAt }: TrackedUpdate, due: number): number {
  if (installAt !== null) return Math.min(due, installAt + MAX_INSTALLATION_MS);
  return record.state === "transferred" ? due : Math.min(due, record.at + MAX_TRANSFER_MS);
}

function moveTo(
  update: TrackedUpdate,
  state: UpdateState,
  now: number,
  progress?: number,
): TrackedUpdate {
  const isNew = state !== update.record.state;
  const before = isNew ? 0 : update.record.progress;
  const waits = state === "transferred" && !update.installs;
  const due = waits ? now + CONFIRM_WITHIN_MS : boundDue(update, now + REPORT_WITHIN_MS);
  const isFixed = update.isDone || update.hasVersion || (waits && !isNew);
  return {
    ...withRecord(update, {
      state,
      progress: state === "restarting" ? 0 : Math.max(before, Math.floor(progress ?? 0)),
    }),
    due: isFixed ? update.due : due,
  };
}

function endUpdate(
  update: TrackedUpdate,
  result: UpdateResult,
  now: number,
  reason: string | null = null,
): TrackedUpdate {
  const { state, progress: reached } = update.record;
  const progress = result === "success" ? 100 : reached;
  // A result that is corrected keeps the state of the first one.
  const endedIn = state === "ended" ? update.record.endedIn : state;
  return withRecord(update, { state: "ended", result, reason, progress, endedAt: now, endedIn });
}

function withRecord(update: TrackedUpdate, record: Partial<UpdateRecord>): TrackedUpdate {
  return { ...update, record: { ...update.record, ...record } };
}

const ORDER: readonly string[] = ["requested", ...REPORTED_STATES];

function rankOf(state: UpdateState): number {
  return ORDER.indexOf(state);
}
