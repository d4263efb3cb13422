import type { RegisterValue } from "../../registers/register.ts";
import { settleVersions } from "./evaluate.ts";
import { type Monitor, newMonitor, type SideKey } from "./monitor.ts";
import type { SideState } from "./side-state.ts";

const PHASES = ["normal", "pending", "active", "recovering"] as const;

/** Encoded state of a side that is not normal: key, phase, instants of `SideState`, applied version's instant. */
type EncodedSide = [string, number, number, number, number, number];
/**
 * State of a monitor as JSON, without rules: instant of the newest sample, instant through which it is evaluated, last
 * known value, steps, and the sides that are not normal. A register without alarms takes about 70 bytes.
 */
export type EncodedMonitor = [
  at: number | null,
  through: number | null,
  known: RegisterValue,
  steps: number[],
  ...sides: EncodedSide[],
];

/** Encodes the state of a register, for `decodeMonitor`. */
export function encodeMonitor({ clock, through, known, sides }: Monitor): EncodedMonitor {
  const encoded: EncodedMonitor = [clock.at, through, known, [...clock.steps]];
  for (const { key, state, versions, applied } of sides) {
    if (state.phase === "normal") continue;
    const { since, last, startTime } = state;
    const version = versions[applied - 1]?.at ?? 0;
    encoded.push([key, PHASES.indexOf(state.phase), since, last, startTime, version]);
  }
  return encoded;
}

/**
 * Restores the state of a register.
 * @param keys sides with their versions, of which there may be more than at the time of encoding
 */
export function decodeMonitor(
  address: string,
  keys: readonly SideKey[],
  [at, through, known, steps, ...encoded]: EncodedMonitor,
): Monitor {
  const states = new Map(encoded.map((side) => [side[0], side]));
  const monitor = newMonitor(address, keys);
  for (const side of monitor.sides) {
    const [, phase = 0, since = 0, last = 0, startTime = 0, version] = states.get(side.key) ?? [];
    const alone = { ...monitor, sides: [side] };
    settleVersions(alone, version ?? through ?? Number.NEGATIVE_INFINITY, () => undefined);
    side.state = { phase: PHASES[phase] ?? "normal", since, last, startTime } satisfies SideState;
  }
  return { ...monitor, clock: { at, steps: [...steps] }, known, through };
}
