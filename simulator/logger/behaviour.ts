import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";

/** Deviations from normal behaviour that a logger can be ordered to show. */
export type Behaviour =
  /** `freeze` leaves the connection open and silent; `thaw` resumes it. */
  | { verb: "freeze" | "thaw" }
  /** `kill` cuts the power without a close; `revive` restarts the logger. */
  | { verb: "kill" | "revive" }
  /** Cuts the connection; the logger reconnects by its own rules. */
  | { verb: "drop" }
  /**
   * Answers controls normally (`answer`), never (`silent`), or executes them just before a power failure (`die`);
   * `slow` answers late.
   */
  | { verb: "answer" | "silent" | "die" }
  | { verb: "slow"; ms: number }
  /** Raises or clears a fault of the logger itself. */
  | { verb: "raise" | "clear" }
  /** Sets the clock ahead by this many ms, until the portal's next 259 or, with `isKept`, permanently. */
  | { verb: "clock"; ms: number; isKept: boolean };

const VERBS = [
  "freeze",
  "thaw",
  "kill",
  "revive",
  "drop",
  "answer",
  "silent",
  "die",
  "raise",
  "clear",
] as const;

/** Parses `freeze`, `slow:5s`, `clock:-3h:kept` and the like; null for any other text. */
export function parseBehaviour(text: string): Behaviour | null {
  const [verb = "", argument, ...more] = text.trim().toLowerCase().split(":");
  if (verb === "clock") return parseClock(argument, more);
  if (more.length > 0) return null;
  if (verb === "slow") {
    const ms = argument === undefined ? null : parseDuration(argument);
    return ms === null ? null : { verb, ms };
  }
  const known = VERBS.find((candidate) => candidate === verb);
  return known === undefined || argument !== undefined ? null : { verb: known };
}

function parseClock(argument = "", [manner, ...more]: readonly string[]): Behaviour | null {
  const ms = parseDuration(argument.replace(/^[+-]/, ""));
  if (ms === null || more.length > 0 || (manner !== undefined && manner !== "kept")) return null;
  return {
    verb: "clock",
    ms: argument.startsWith("-") ? -ms : ms,
    isKept: manner === "kept",
  };
}

/** Parses `500ms`, `30s`, `5m`, `2h` or plain seconds to ms; null for any other text. */
export function parseDuration(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text.trim());
  if (match === null) return null;
  const unit = { ms: 1, s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS }[match[2] ?? "s"] ?? SECOND_MS;
  return Math.round(Number(match[1]) * unit);
}
