import type { RegisterValue } from "#domain/registers/register.ts";
import type { AlarmRow, EndReason } from "../alarm-row.ts";
import type { AlarmRule } from "../site-rules.ts";
import { newClock, type SampleClock } from "./sample-clock.ts";
import { newSideState, type SideState } from "./side-state.ts";
import type { Side, SideCondition } from "./sides.ts";

/** A rule as it was from an instant on. Samples after `at` are compared with it, one at `at` is not. */
export type RuleVersion = {
  /** ms UTC */
  at: number;
  /** The rule; null if it was deleted, or if its register was removed. */
  rule: AlarmRule | null;
  /** Why an active alarm ends if this version does not monitor it; by default the change or end of the rule. */
  reason?: EndReason;
};

/** One alarm of one side, as the log keeps it. Instants are ms UTC. */
export type Episode = Pick<
  AlarmRow,
  "startTime" | "dateTime" | "endTime" | "value" | "limit" | "reason"
>;

/** A change of an alarm. `rule` is the version in force when it became active. */
export type LimitEffect =
  | { kind: "raised"; key: string; rule: AlarmRule; episode: Episode }
  | { kind: "ended"; key: string; startTime: number; endTime: number; reason: EndReason };
export type EffectSink = (effect: LimitEffect) => void;

/** A side of a rule at a register, with the versions of the rule, oldest first. */
export type SideKey = { key: string; side: Side; versions: readonly RuleVersion[] };

/** State of a side and the version in force. */
export type MonitoredSide = SideKey & {
  state: SideState;
  /** Number of applied versions. */
  applied: number;
  rule: AlarmRule | null;
  /** Condition of the version in force; null if it does not monitor the side. */
  condition: SideCondition | null;
};

/** Evaluation of all sides at one register. Its state depends on samples and versions only, and is bounded. */
export type Monitor = {
  /** Register address. */
  address: string;
  clock: SampleClock;
  /** Last value that is not null. */
  known: RegisterValue;
  /** Instant through which samples and versions are evaluated, ms UTC; null before the first. */
  through: number | null;
  sides: MonitoredSide[];
};

/** Returns the evaluation of a register before its first sample. */
export function newMonitor(address: string, keys: readonly SideKey[]): Monitor {
  const sides = keys.map((key) => ({
    ...key,
    state: newSideState(),
    applied: 0,
    rule: null,
    condition: null,
  }));
  return { address, clock: newClock(), known: null, through: null, sides };
}
