import fc from "fast-check";
import type { RuleVersion } from "#domain/alarms/limits/monitor.ts";
import type { AlarmRule } from "#domain/alarms/site-rules.ts";
import type { RegisterValue } from "#domain/registers/register.ts";

export const REGISTER = "FFFF000131";
/** Start of all random histories, ms UTC. */
export const START = 1_790_000_000_000;

/** Samples of a register, with the versions of its rules: all that the log may depend on. */
export type LimitHistory = {
  /** ms UTC, strictly ascending. */
  times: number[];
  column: RegisterValue[];
  /** Versions of each rule, ascending; the first one is before all samples. */
  rules: RuleVersion[][];
};

const limits = { lowAlarm: 40, lowClear: 45, highAlarm: 60, highClear: 55 };
const sustain = fc.constantFrom(0, 5, 10, 10, 30, 60, 125, 600, 3_600);

/** A rule with both limits and no sustain time. */
export const plainRule: AlarmRule = {
  ruleId: 1,
  alarmType: "custom",
  address: REGISTER,
  addresses: [],
  min: 0,
  max: 100,
  ...limits,
  isOneOf: null,
  sustainTime: 0,
  notifyAfter: 0,
  level: "fault",
  monitor: "all",
  isOpen: true,
};

const anyRule: fc.Arbitrary<AlarmRule> = fc
  .record({
    limits: fc.oneof(
      { arbitrary: fc.constant(limits), weight: 6 },
      { arbitrary: fc.constant({ ...limits, highAlarm: 62, highClear: 58 }), weight: 2 },
      { arbitrary: fc.constant({ ...limits, lowAlarm: null, lowClear: null }), weight: 1 },
      { arbitrary: fc.constant({ ...limits, highAlarm: null, highClear: null }), weight: 1 },
    ),
    isOneOf: fc.oneof(
      { arbitrary: fc.constant(null), weight: 5 },
      { arbitrary: fc.constantFrom<(string | number)[]>(["on", 61], [61, 39], [50]), weight: 1 },
    ),
    sustainTime: sustain,
    level: fc.constantFrom<AlarmRule["level"]>("fault", "warning"),
    monitor: fc.constantFrom<AlarmRule["monitor"]>("all", "all", "all", "faults", "disabled"),
    isOpen: fc.constantFrom(true, true, true, true, false),
    address: fc.constantFrom(REGISTER, REGISTER, REGISTER, REGISTER, null),
  })
  .map(({ limits: chosen, ...rest }): AlarmRule => ({ ...plainRule, ...chosen, ...rest }));

const cadence = fc.constantFrom(1_000, 5_000, 10_000, 60_000, 300_000, 1_800_000);
const step = fc.oneof(
  { arbitrary: fc.constant(1), weight: 12 },
  { arbitrary: fc.constantFrom(2, 3, 4, 12, 13, 24, 25), weight: 3 },
  { arbitrary: fc.integer({ min: 1, max: 50 }), weight: 1 },
);
const value: fc.Arbitrary<RegisterValue> = fc.oneof(
  { arbitrary: fc.constantFrom<RegisterValue>(61, 61, 63, 59, 57, 54, 50), weight: 12 },
  { arbitrary: fc.constantFrom<RegisterValue>(60, 55, 45, 40, 39, 43, 46), weight: 5 },
  { arbitrary: fc.constantFrom<RegisterValue>(null, "on", "off"), weight: 1 },
);

/** Values that begin, keep and interrupt runs of the high side, in irregular steps. */
const heldStep = fc.oneof(
  { arbitrary: fc.constant(1), weight: 6 },
  { arbitrary: fc.constantFrom(2, 3, 4, 5, 7, 11, 12), weight: 4 },
);
/** A value with the number of samples for which it lasts: between the limits for longer than a gap, too. */
const held: fc.Arbitrary<{ value: RegisterValue; count: number }> = fc.oneof(
  { arbitrary: fc.record({ value: fc.constant(61), count: fc.constantFrom(1, 1, 2) }), weight: 6 },
  {
    arbitrary: fc.record({
      value: fc.constant(57),
      count: fc.constantFrom(1, 2, 5, 8, 11, 20, 60),
    }),
    weight: 6,
  },
  {
    arbitrary: fc.record({ value: fc.constantFrom(54, null), count: fc.constantFrom(1, 2, 4) }),
    weight: 3,
  },
);

type Period = { cadence: number; samples: { step: number; value: RegisterValue; count: number }[] };
const heldSamples = fc.array(
  fc
    .tuple(heldStep, held)
    .map(([steps, { value: kept, count }]) => ({ step: steps, value: kept, count })),
  { minLength: 6, maxLength: 25, size: "max" },
);
/** A period has one cadence, and each of its values lasts for a few samples. */
const period: fc.Arbitrary<Period> = fc.record({
  cadence,
  samples: fc.oneof(
    fc.array(fc.record({ step, value, count: fc.integer({ min: 1, max: 6 }) }), {
      minLength: 1,
      maxLength: 12,
    }),
    heldSamples,
  ),
});

/** A history of a rule for the high side alone, most of whose samples are in a run. */
export const anyHeldHistory: fc.Arbitrary<LimitHistory> = fc
  .record({
    cadence: fc.constantFrom(10_000, 10_000, 60_000),
    samples: heldSamples,
    sustain: fc.constantFrom(5, 30, 60, 90, 125, 300),
    later: fc.option(fc.record({ after: fc.nat({ max: 40 }), rule: anyLaterRule() })),
  })
  .map(({ later, ...held }) => {
    const { times, column } = readPeriods([held]);
    const rule = { ...plainRule, sustainTime: held.sustain };
    const versions: RuleVersion[] = [{ at: START - 1, rule }];
    if (later) {
      versions.push({ at: times[later.after] ?? START, rule: { ...rule, ...later.rule } });
    }
    return { times, column, rules: [versions] };
  });

function anyLaterRule(): fc.Arbitrary<Partial<AlarmRule>> {
  return fc.oneof(
    fc.record({ sustainTime: fc.constantFrom(5, 60, 300) }),
    fc.constant({ highAlarm: 62, highClear: 58 }),
  );
}

/** @param edits maximum number of later versions of each rule */
export function anyLimitHistory(edits: number): fc.Arbitrary<LimitHistory> {
  const version = fc.record({
    /** Share of the history after which the version applies. */
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    /** Whether it applies from the instant of a sample. */
    isAtSample: fc.boolean(),
    rule: fc.option(anyRule, { freq: 8, nil: null }),
    isRemoval: fc.boolean(),
  });
  return fc
    .record({
      periods: fc.array(period, { minLength: 1, maxLength: 4 }),
      rules: fc.array(fc.tuple(anyRule, fc.array(version, { maxLength: edits })), {
        minLength: 1,
        maxLength: 3,
      }),
    })
    .map(({ periods, rules }) => {
      const { times, column } = readPeriods(periods);
      const length = (times.at(-1) ?? START) + 60_000 - START;
      const instantOf = ({ share, isAtSample }: { share: number; isAtSample: boolean }) =>
        (isAtSample && times[Math.floor(share * times.length)]) ||
        START + Math.floor(share * length);
      const versionsOf = ([first, later]: (typeof rules)[number]) => [
        { at: START - 1, rule: first },
        ...later
          .map(({ rule, isRemoval, ...instant }) => ({
            at: instantOf(instant),
            rule,
            ...(rule === null && isRemoval ? { reason: "equipment removed" as const } : {}),
          }))
          .sort((one, other) => one.at - other.at),
      ];
      return { times, column, rules: rules.map(versionsOf) };
    });
}

function readPeriods(periods: readonly Period[]): Pick<LimitHistory, "times" | "column"> {
  const times: number[] = [];
  const column: RegisterValue[] = [];
  let at = START;
  for (const { cadence: stepMs, samples } of periods) {
    for (const sample of samples) {
      for (let index = 0; index < sample.count; index++) {
        at += index === 0 ? sample.step * stepMs : stepMs;
        times.push(at);
        column.push(sample.value);
      }
    }
  }
  return { times, column };
}
