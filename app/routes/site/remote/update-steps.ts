import type { StepState } from "../realtime/control/control-state.ts";
import type { Awaited, UpdateRecord } from "./remote-data.ts";

/** Steps of an update, in their order. */
export const UPDATE_STEPS = ["transfer", "install", "restart", "proof"] as const;
export type UpdateStep = (typeof UPDATE_STEPS)[number];

/** Present phase of an update. */
export type UpdatePhase =
  | "requested"
  | "transferring"
  | "transferred"
  | "waits"
  | "installing"
  | "restarting"
  | "unhealthy"
  | "proof"
  | "proven"
  | "ended";

const PLACE_OF_PHASE: Readonly<Record<Exclude<UpdatePhase, "ended">, number>> = {
  requested: 0,
  transferring: 0,
  transferred: 1,
  waits: 1,
  installing: 1,
  restarting: 2,
  unhealthy: 3,
  proof: 3,
  proven: 3,
};

/** Results in which nothing is known to have failed. */
const OPEN_RESULTS: ReadonlySet<string> = new Set(["unknown", "not confirmed"]);

/**
 * Returns the present phase of an update.
 * @param now ms UTC
 */
export function phaseOf(
  { updateId, state }: UpdateRecord,
  awaited: Awaited,
  now: number,
): UpdatePhase {
  const own = awaited?.updateId === updateId ? awaited : null;
  if (state === "transferred") return own?.installs === false ? "waits" : "transferred";
  if (state !== "restarting" || !own?.hasVersion) return state;
  if (own.provenAt === null) return "unhealthy";
  return now < own.provenAt ? "proof" : "proven";
}

/** States of the steps for a picture; an ended update failed in the step in which it ended. */
export function stepsOfUpdate(
  record: UpdateRecord,
  awaited: Awaited,
  now: number,
): readonly StepState[] {
  const { result, endedIn } = record;
  if (result === "success") return UPDATE_STEPS.map(() => "done");
  const phase = phaseOf(record, awaited, now);
  const isOpen = phase !== "ended";
  const place = isOpen ? PLACE_OF_PHASE[phase] : endPlace(record, endedIn);
  const here: StepState = isOpen
    ? "current"
    : OPEN_RESULTS.has(result ?? "")
      ? "skipped"
      : "failed";
  return UPDATE_STEPS.map((_, index) =>
    index < place ? "done" : index > place ? (isOpen ? "ahead" : "skipped") : here,
  );
}

function endPlace({ result }: UpdateRecord, endedIn: UpdateRecord["endedIn"]): number {
  if (result === "unhealthy" || result === "rolled back") return PLACE_OF_PHASE.proof;
  return endedIn === null || endedIn === "ended" ? 0 : PLACE_OF_PHASE[endedIn];
}

/** Share of the ten healthy minutes that have passed, from 0 to 1. @param now ms UTC */
export function shareOfProof(awaited: Awaited, now: number): number {
  const { healthySince = null, provenAt = null } = awaited ?? {};
  if (healthySince === null || provenAt === null) return 0;
  return Math.min(1, Math.max(0, (now - healthySince) / (provenAt - healthySince)));
}
