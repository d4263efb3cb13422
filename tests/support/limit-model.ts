import type { AlarmRule } from "#domain/alarms/site-rules.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { LimitHistory } from "./limit-histories.ts";

/** The alarm lifecycle as it is documented, without product code: every alarm is found by searching backwards. */
type Kind = "breach" | "clear" | "between" | "missing";
type ModelAlarm = { startTime: number; dateTime: number; endTime: number | null };

const ALLOWED_GAP = 120_000;
/** For how long a run may stay between the limits. */
const ALLOWED_PAUSE = 86_400_000;

/** Returns the alarms of a history whose rules have one version each, by rule and side, as sorted lines. */
export function findAlarms({ times, column, rules }: LimitHistory): string[] {
  const lines: string[] = [];
  for (const [index, [version]] of rules.entries()) {
    const rule = version?.rule;
    if (!rule || !isEvaluated(rule)) continue;
    for (const side of ["low", "high", "value"] as const) {
      const kinds = column.map((value) => kindOf(rule, side, value));
      if (kinds.includes("unmonitored")) continue;
      for (const found of findSide(times, kinds as Kind[], rule.sustainTime * 1_000)) {
        lines.push(`${index + 1} ${side} ${found.startTime} ${found.dateTime} ${found.endTime}`);
      }
    }
  }
  return lines.sort();
}

function isEvaluated(rule: AlarmRule): boolean {
  const isIncluded =
    rule.monitor === "all" || (rule.monitor === "faults" && rule.level === "fault");
  return rule.isOpen && isIncluded && rule.address !== null;
}

function kindOf(rule: AlarmRule, side: string, value: RegisterValue): Kind | "unmonitored" {
  if (side === "value") {
    if (rule.isOneOf === null) return "unmonitored";
    if (value === null) return "missing";
    return rule.isOneOf.some((one) => String(one) === String(value)) ? "breach" : "clear";
  }
  const sign = side === "high" ? 1 : -1;
  const [alarm, clear] =
    side === "high" ? [rule.highAlarm, rule.highClear] : [rule.lowAlarm, rule.lowClear];
  if (rule.isOneOf !== null || alarm === null || clear === null) return "unmonitored";
  if (typeof value !== "number") return "missing";
  if (sign * (value - alarm) > 0) return "breach";
  return sign * (value - clear) < 0 ? "clear" : "between";
}

function findSide(
  times: readonly number[],
  kinds: readonly Kind[],
  sustainMs: number,
): ModelAlarm[] {
  const found: ModelAlarm[] = [];
  let open: ModelAlarm | null = null;
  let from = 0;
  for (const [index, at] of times.entries()) {
    const kind: Kind = open === null ? "breach" : "clear";
    if (kinds[index] !== kind) continue;
    const since = times[findRunStart(times, kinds, index, from)] ?? at;
    if (at - since < sustainMs) continue;
    if (open === null) {
      open = { startTime: since, dateTime: at, endTime: null };
      found.push(open);
    } else {
      open.endTime = since;
      open = null;
    }
    from = index + 1;
  }
  return found;
}

/** Searches backwards for the first sample of the run that a sample belongs to. */
function findRunStart(
  times: readonly number[],
  kinds: readonly Kind[],
  last: number,
  from: number,
): number {
  let start = last;
  const at = (index: number) => times[index] ?? 0;
  for (let index = last; index > from; index--) {
    if (at(index) - at(index - 1) > allowedGap(times, index)) break;
    const kind = kinds[index - 1];
    if (kind === "between") continue;
    if (kind !== kinds[last]) break;
    if (at(start) - at(index - 1) > ALLOWED_PAUSE) break;
    start = index - 1;
  }
  return start;
}

/** The greater of 120 s and three times the median of the five steps up to a sample. */
function allowedGap(times: readonly number[], index: number): number {
  const last = times.slice(Math.max(0, index - 5), index + 1);
  const steps = last.slice(1).map((at, place) => at - (last[place] ?? 0));
  if (steps.length < 2) return ALLOWED_GAP;
  const sorted = steps.sort((one, other) => one - other);
  return Math.max(ALLOWED_GAP, 3 * (sorted[Math.ceil(sorted.length / 2) - 1] ?? 0));
}
