import { limitKey, sidesOf } from "#domain/alarms/limits/sides.ts";
import type { AlarmRule } from "#domain/alarms/site-rules.ts";
import { evaluateAgain } from "./evaluate-again.ts";
import type { LineSamples } from "./line-samples.ts";

/**
 * Counts the alarms that a rule would have raised in a period.
 * @param period instants, ms UTC; the end is exclusive
 * @param count receives the number of evaluated samples
 */
export function previewRule(
  lines: Pick<LineSamples, "read">,
  rule: AlarmRule,
  { from, until }: { from: number; until: number },
  count: (samples: number) => void,
): number {
  const versions = [{ at: from - 1, rule: { ...rule, isOpen: true, monitor: "all" as const } }];
  let alarms = 0;
  for (const address of new Set([rule.address ?? [], rule.addresses].flat())) {
    const keysOf = () =>
      sidesOf(rule).map((side) => ({ key: limitKey(rule.ruleId, address, side), side, versions }));
    const ports = {
      read: (one: string, start: number, end: number) => {
        const found = lines.read(one, start, Math.min(end, until));
        count(found.times.length);
        return found;
      },
      throughOf: () => until - 1,
      keysOf,
      rowsSince: () => [],
    };
    const { keys } = evaluateAgain(ports, address, { from, to: until - 1 }, until - 1);
    for (const { episodes } of keys) alarms += episodes.length;
  }
  return alarms;
}
