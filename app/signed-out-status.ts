import { PROBLEM_STATUS } from "#domain/problem.ts";

/** Whether a status means that the caller has no session, or that it has ended. */
export function isSignedOutStatus(status: number): boolean {
  return status === PROBLEM_STATUS.notSignedIn || status === PROBLEM_STATUS.sessionEnded;
}
