/** What a logger can be told to do, besides working as it should. */
export type Behaviour =
  /** The connection stays open and silent; thawed, it goes on. */
  | { verb: "freeze" | "thaw" }
  /** Power off, without a word; revived, it starts anew. */
  | { verb: "kill" | "revive" }
  /** The connection is cut; it comes back by its own rules. */
  | { verb: "drop" }
  /** Controls: answered as they should be, never, late, or executed and then the power fails. */
  | { verb: "answer" | "silent" | "die" }
  | { verb: "slow"; ms: number }
  /** A fault of its own appears and goes. */
  | { verb: "raise" | "clear" }
  /** Its clock is so many ms ahead, till the portal's next 259 or, if that is kept, whatever the portal says. */
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

/** Reads `freeze`, `slow:5s`, `clock:-3h:kept` and the like; null where it is none. */
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

/** `500ms`, `30s`, `5m`, `2h` or plain seconds, in ms; null where it is none. */
export function parseDuration(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text.trim());
  if (match === null) return null;
  const unit = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[match[2] ?? "s"] ?? 1_000;
  return Math.round(Number(match[1]) * unit);
}
