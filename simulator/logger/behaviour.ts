import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { DeviceManner } from "../plant/device-manner.ts";
import type { DevicePanel } from "../plant/device-panel.ts";
import { LOGGER_FEATURES } from "./logger-features.ts";

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
  | { verb: "clock"; ms: number; isKept: boolean }
  /** How devices treat writes from now on. */
  | { verb: "device"; manner: DeviceManner }
  /** Changes a setting at the panel of its device. */
  | { verb: "panel"; address: string; value: number }
  /** Admits remote changes or not, or locks the logger by its token; it reconnects. */
  | { verb: "remote"; isAllowed: boolean }
  | { verb: "lock"; lock: DevicePanel["lock"] }
  /** Has only these features; it reconnects. */
  | { verb: "features"; features: readonly string[] };

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
  if (verb === "device" || argument !== undefined) {
    const ofDevice = parseDeviceBehaviour(verb, argument ?? "", more);
    if (ofDevice !== undefined) return ofDevice;
  }
  if (more.length > 0) return null;
  if (verb === "slow") {
    const ms = argument === undefined ? null : parseDuration(argument);
    return ms === null ? null : { verb, ms };
  }
  const known = VERBS.find((candidate) => candidate === verb);
  return known === undefined || argument !== undefined ? null : { verb: known };
}

/** Parses `device:reverts:6s` and the like; null if it is malformed, undefined for any other verb. */
function parseDeviceBehaviour(
  verb: string,
  argument: string,
  more: readonly string[],
): Behaviour | null | undefined {
  if (verb === "device") {
    const manner = parseManner(argument, more);
    return manner && { verb, manner };
  }
  if (more.length > 0) return undefined;
  switch (verb) {
    case "panel": {
      const [, address = "", value] = /^([0-9a-f]{10})=(-?[0-9.]+)$/.exec(argument) ?? [];
      return value === undefined
        ? null
        : { verb, address: address.toUpperCase(), value: Number(value) };
    }
    case "remote":
      return argument === "on" || argument === "off"
        ? { verb, isAllowed: argument === "on" }
        : null;
    case "lock": {
      const lock = LOCKS[argument];
      return lock === undefined ? null : { verb, lock };
    }
    case "features":
      return { verb, features: parseFeatures(argument) };
    default:
      return undefined;
  }
}

const LOCKS: Readonly<Record<string, DevicePanel["lock"]>> = {
  unlocked: "unlocked",
  locked: "locked",
  forever: "unlocked forever",
};

function parseFeatures(argument: string): readonly string[] {
  if (argument === "all") return LOGGER_FEATURES;
  return argument === "none" ? [] : argument.split("+");
}

function parseManner(kind: string, [detail, ...more]: readonly string[]): DeviceManner | null {
  if (more.length > 0) return null;
  if (kind === "normal" || kind === "ignores" || kind === "rounds" || kind === "clears")
    return detail === undefined ? { kind } : null;
  if (detail === undefined) return null;
  if (kind === "reverts" || kind === "slow") {
    const ms = parseDuration(detail);
    return ms === null ? null : { kind, ms };
  }
  if (kind !== "stops" && kind !== "reboots") return null;
  const item = Number(detail);
  return Number.isInteger(item) && item > 0 ? { kind, item } : null;
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
