import type { AlarmRule } from "#domain/alarms/site-rules.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { Chance } from "../../support/seeded-chance.ts";

const VOLTAGE = "0033110107";
/** Frequency of the grid and the voltages of its phases. */
const FREQUENCY = "FFFF00011C";
const PHASES = ["FFFF000118", "FFFF000119"];

/** A history of one register, and the versions of its rules: all that the log may depend on. */
export type AlarmHistory = {
  /** The register that the rules are about. */
  address: string;
  /** Voltages of its line at the same instants, if it is a frequency; undefined where they are not sent. */
  lines: { address: string; column: (RegisterValue | undefined)[] }[];
  /** ms UTC, strictly ascending. */
  times: number[];
  column: RegisterValue[];
  /** Versions of all rules, the first before all samples. */
  versions: { at: number; rules: AlarmRule[]; isRemoved: boolean }[];
  /** ms UTC, after everything. */
  end: number;
};

/** One upload: indices of the samples in it, ascending, and whether it has the register, the voltages of its line or both. */
export type Delivery = { indices: number[]; isBacklog: boolean; part: "all" | "own" | "lines" };

const START = 1_790_000_000_000;
const CADENCES = [SECOND_MS, 5 * SECOND_MS, 10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS];
const SUSTAIN = [0, 5, 10, 10, 30, 60, 125, 600, 3_600];
const VALUES: RegisterValue[] = [
  61,
  61,
  61,
  63,
  59,
  57,
  54,
  50,
  50,
  60,
  55,
  39,
  43,
  46,
  null,
  "on",
];

/** Values of a register at which a limit of 60 V flaps. */
const FLAPPING_VALUES: RegisterValue[] = [61, 50, 63, 54, 61, 50];

export function makeHistory(chance: Chance): AlarmHistory {
  // A quarter of the histories flaps: episodes of few samples, with pauses of up to two hours.
  const isFlapping = chance.happens(0.25);
  const cadence = isFlapping ? chance.oneOf([MINUTE_MS, 3 * MINUTE_MS]) : chance.oneOf(CADENCES);
  const count = isFlapping ? chance.between(20, 120) : chance.between(2, 60);
  const changeAt = isFlapping ? 0.8 : 0.45;
  const values = isFlapping ? FLAPPING_VALUES : VALUES;
  const times: number[] = [];
  const column: RegisterValue[] = [];
  let at = START;
  let value: RegisterValue = 50;
  for (let index = 0; index < count; index++) {
    if (index > 0) at += cadence * (chance.happens(0.9) ? 1 : chance.between(2, 30));
    if (chance.happens(0.05)) at += chance.below(cadence);
    if (isFlapping && chance.happens(0.05)) at += chance.between(10, 120) * MINUTE_MS;
    // Values last for some samples, so that runs begin, last and end.
    if (chance.happens(changeAt)) value = chance.oneOf(values);
    times.push(at);
    column.push(chance.happens(0.04) ? null : value);
  }
  const isLine = chance.happens(0.25);
  const address = isLine ? FREQUENCY : VOLTAGE;
  const lines = isLine ? makeLines(count, chance) : [];
  const newRules = () => makeRules(address, chance, isFlapping);
  const versions = [{ at: START - HOUR_MS, rules: newRules(), isRemoved: false }];
  const changes = chance.happens(0.4) ? chance.between(1, 3) : 0;
  for (let change = 0; change < changes; change++) {
    const last = versions.at(-1)?.at ?? START;
    const changedAt = Math.max(last + 1, chance.between(START, at));
    versions.push({ at: changedAt, rules: newRules(), isRemoved: chance.happens(0.15) });
  }
  return { address, lines, times, column, versions, end: at + 40 * MINUTE_MS };
}

/** Returns voltages of one or two phases that fail and return from time to time, and are not always sent. */
function makeLines(count: number, chance: Chance): AlarmHistory["lines"] {
  return PHASES.slice(0, chance.between(1, 2)).map((address) => {
    let voltage: RegisterValue = 230;
    const column = Array.from({ length: count }, () => {
      if (chance.happens(0.2)) voltage = chance.oneOf([230, 39, 0, null]);
      return chance.happens(0.9) ? voltage : undefined;
    });
    return { address, column };
  });
}

function makeRules(address: string, chance: Chance, isFlapping: boolean): AlarmRule[] {
  return [1, 2].slice(0, chance.between(1, 2)).map((ruleId): AlarmRule => {
    const isSet = chance.happens(0.15);
    const hasLow = chance.happens(0.7);
    const high = chance.oneOf([60, 62]);
    return {
      ruleId,
      alarmType: "custom",
      address: chance.happens(0.95) ? address : null,
      addresses: [],
      unit: "V",
      min: 0,
      max: 100,
      lowAlarm: hasLow ? 40 : null,
      lowClear: hasLow ? 45 : null,
      highAlarm: high,
      highClear: high - 5,
      isOneOf: isSet ? chance.oneOf([["on", 61], [50]]) : null,
      sustainTime: isFlapping ? chance.oneOf([0, 0, 10, 60]) : chance.oneOf(SUSTAIN),
      notifyAfter: 0,
      level: chance.oneOf(["fault", "warning"] as const),
      monitor: chance.oneOf(["all", "all", "all", "faults", "disabled"] as const),
      isOpen: chance.happens(0.85),
    };
  });
}

/** The orders of arrival. `live` arrives as it is measured; the others when all has been measured. */
export const ORDERS = ["live", "inOrder", "shuffled", "backwards", "backlog"] as const;
export type Order = (typeof ORDERS)[number];

/** Cuts a history into uploads, with some of them, or parts of them, sent twice. */
export function cutHistory(
  { times, lines }: AlarmHistory,
  order: Order,
  chance: Chance,
): Delivery[] {
  const deliveries: Delivery[] = [];
  for (let start = 0; start < times.length; ) {
    const length = chance.between(1, 12);
    const indices = times.slice(start, start + length).map((_, index) => start + index);
    const isBacklog = order === "backlog";
    if (lines.length > 0 && chance.happens(0.5)) {
      const parts = chance.happens(0.5) ? (["own", "lines"] as const) : (["lines", "own"] as const);
      for (const part of parts) deliveries.push({ indices, isBacklog, part });
    } else deliveries.push({ indices, isBacklog, part: "all" });
    start += length;
  }
  if (order === "live") return deliveries;
  for (const delivery of [...deliveries]) {
    if (!chance.happens(0.3)) continue;
    const from = chance.below(times.length);
    const some = times.slice(from, from + chance.between(1, 20)).map((_, index) => from + index);
    const indices = chance.happens(0.5) ? some : delivery.indices;
    const repeated = { indices, isBacklog: true, part: chance.oneOf(["all", "lines"] as const) };
    deliveries.splice(chance.below(deliveries.length + 1), 0, repeated);
  }
  if (order === "backwards") deliveries.reverse();
  if (order === "shuffled" || order === "backlog")
    for (let index = deliveries.length - 1; index > 0; index--) {
      const other = chance.below(index + 1);
      const [one, two] = [deliveries[index], deliveries[other]];
      if (one && two) [deliveries[index], deliveries[other]] = [two, one];
    }
  return deliveries;
}
