import type { LiveSite } from "#app/live/live-site.ts";
import type { CommandRecord, CommandResult } from "#domain/commands/command-record.ts";

/** Why a control is not available; null if it is. */
type Blocked = "notLive" | "noLogger" | "busy" | null;

export function blockedBy({ connection, view, asked }: LiveSite, address: string): Blocked {
  if (connection.kind !== "live" || view === null) return "notLive";
  if (!view.online) return "noLogger";
  const open = view.commands.some(
    (command) => command.address === address && command.state !== "ended",
  );
  return open || asked?.state === "asking" ? "busy" : null;
}

/** Newest first. */
export function newestFirst(commands: readonly CommandRecord[]): CommandRecord[] {
  return commands.toSorted((one, other) => other.at - one.at);
}

/** The newest command for an address. */
export function latestFor(
  commands: readonly CommandRecord[],
  address: string,
): CommandRecord | null {
  return newestFirst(commands).find((command) => command.address === address) ?? null;
}

/** Id of the command for an address that this page issued and is not recorded yet, else of the one that has not ended. */
export function pendingCommand({ asked, view }: LiveSite, address: string): string | null {
  if (asked?.address === address) return asked.commandId;
  const latest = latestFor(view?.commands ?? [], address);
  return latest === null || latest.state === "ended" ? null : latest.commandId;
}

export const STEPS = ["queued", "sent", "acknowledged", "ended"] as const;
export type Step = (typeof STEPS)[number];
export type StepState = "done" | "current" | "ahead" | "skipped" | "failed";

/** Number of steps that a command with this result has certainly made; the page may have seen more. */
const CERTAIN: Record<CommandResult, number> = {
  success: 3,
  "configuration failed": 2,
  "parameter error": 1,
  "response timeout": 2,
  unknown: 2,
  expired: 1,
};

/**
 * The state of each step of a command, in order.
 * @param seen the furthest step before its end that this page received
 */
export function stepsOf(
  { state, result = "unknown" }: Pick<CommandRecord, "state" | "result">,
  seen: Step | null = null,
): StepState[] {
  if (state !== "ended") {
    const current = STEPS.indexOf(state);
    return STEPS.map((_, index) =>
      index < current ? "done" : index === current ? "current" : "ahead",
    );
  }
  const reached = seen === null ? 0 : STEPS.indexOf(seen) + 1;
  const made = Math.max(CERTAIN[result], reached);
  return STEPS.map((step, index) => {
    if (step === "ended") return result === "success" ? "done" : "failed";
    return index < made ? "done" : "skipped";
  });
}
