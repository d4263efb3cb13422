import { MINUTE_MS } from "#domain/units/durations.ts";

/** Until when a queued or running step counts as alive; the job queues it again afterwards. */
export const ARCHIVE_LEASE_MS = MINUTE_MS;

/** The user may not take an archive of the site any more. */
export class AccessEnded extends Error {
  override name = "AccessEnded";
}

/** The daily limit of invitations is reached. */
export class TooManyInvitations extends Error {
  override name = "TooManyInvitations";
}

/** The task was deleted, or another consumer has taken its step. */
export class StepTaken extends Error {
  override name = "StepTaken";
}
