import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { MINUTE_S, SECOND_MS } from "#domain/units/durations.ts";
import { listedFaults } from "../link/fault-schedule.ts";
import type { Scenario, Stage } from "./scenario.ts";

/** Part of a pattern; `between` is between the alarm limit and the clear limit. */
type Part = "normal" | "high" | "between" | "none";

/** A value with its places between the standard limits of an alarm. */
type Target = { register: string } & Record<Part, RegisterValue>;

/** Battery temperature (limits 60 and 58 °C), or without a battery the output voltage (300 and 290 V). */
const TARGETS: readonly Target[] = [
  { register: "0133", normal: 50, high: 70, between: 59, none: null },
  { register: "0128", normal: 230, high: 320, between: 295, none: null },
];

/** Lasts of parts of a pattern, s; the pattern repeats. */
type Pattern = readonly [part: Part, lastsS: number][];

const breachFor3Of10: Pattern = [
  ["high", 3 * MINUTE_S],
  ["normal", 7 * MINUTE_S],
];
const betweenLimits: Pattern = [
  ["high", MINUTE_S],
  ...Array.from({ length: 5 }).flatMap(
    (): Pattern => [
      ["between", 30],
      ["high", 30],
    ],
  ),
  ["normal", 4 * MINUTE_S],
];
const nullWhileHigh: Pattern = [
  ["high", 3 * MINUTE_S],
  ["none", 3 * MINUTE_S],
  ["high", 2 * MINUTE_S],
  ["normal", 4 * MINUTE_S],
];
const fortyTimesAnHour: Pattern = [
  ["high", 30],
  ["normal", MINUTE_S],
];
const breachWhileOffline: Pattern = [
  ["normal", 5 * MINUTE_S],
  ["high", 5 * MINUTE_S],
  ["normal", 30 * MINUTE_S],
];
/** Time without a connection in each 40 min, from the start of `breachWhileOffline`, ms. */
const OFFLINE_MS = 20 * MINUTE_S * SECOND_MS;
const REPEATS = 100;

/** Scenarios in which a value crosses a limit. The limit itself must be switched on at the site. */
export const VALUE_SCENARIOS: readonly Scenario[] = [
  valueScenario(
    "limit-breach",
    "a value is above its limit for three minutes in each ten",
    breachFor3Of10,
  ),
  valueScenario(
    "hysteresis",
    "a value moves between alarm limit and clear limit: one alarm in ten minutes",
    betweenLimits,
  ),
  valueScenario("null-gap", "a value is missing for three minutes while it is high", nullWhileHigh),
  valueScenario("flapping-alarm", "a value crosses its limit every 90 s", fortyTimesAnHour),
  {
    name: "offline-backlog",
    about: "a value crosses its limit while the logger is offline for 20 min in each 40",
    begin: (stage) => {
      const restore = alterValue(stage, breachWhileOffline);
      if (restore === null) return null;
      const everyMs = lengthOf(breachWhileOffline) * SECOND_MS;
      const faults = Array.from({ length: REPEATS }, (_, nth) => [
        { at: nth * everyMs, fault: { kind: "cut" } as const },
        { at: nth * everyMs, fault: { kind: "refuse", forMs: OFFLINE_MS } as const },
      ]);
      const heal = stage.line.play(listedFaults(faults.flat()));
      return {
        end: () => {
          heal();
          restore();
        },
      };
    },
  },
];

function valueScenario(name: string, about: string, pattern: Pattern): Scenario {
  return {
    name,
    about,
    begin: (stage) => {
      const end = alterValue(stage, pattern);
      return end && { end };
    },
  };
}

/** Lets a value follow a pattern from the next sample on; null if the site has no such value. */
function alterValue({ plant, alter }: Stage, pattern: Pattern): (() => void) | null {
  const target = TARGETS.find(({ register }) => hasRegister(plant.equipment, register));
  if (target === undefined) return null;
  const register = SITE_EQUIPMENT + target.register;
  let startAt: number | null = null;
  return alter({
    read: (address, value, at) => {
      if (address !== register) return value;
      startAt ??= at;
      return target[partAt(pattern, (at - startAt) / SECOND_MS)];
    },
  });
}

function hasRegister(equipment: readonly Equipment[], register: string): boolean {
  const site = equipment.find(({ address }) => address === SITE_EQUIPMENT);
  return site?.registers.some((candidate) => candidate.register === register) ?? false;
}

/** Returns the part of a repeating pattern after a number of seconds. */
function partAt(pattern: Pattern, seconds: number): Part {
  let left = seconds % lengthOf(pattern);
  for (const [part, lastsS] of pattern) {
    left -= lastsS;
    if (left < 0) return part;
  }
  return "normal";
}

function lengthOf(pattern: Pattern): number {
  return pattern.reduce((sum, [, lastsS]) => sum + lastsS, 0);
}
