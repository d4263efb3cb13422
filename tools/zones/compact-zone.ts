import {
  LAST_YEAR,
  type RuleDay,
  type Transition,
  transitionsOf,
  type YearlyRule,
} from "#domain/history/zone-rules.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { CompiledZone } from "./read-tzif.ts";

/** First year of the table, because no sample is older. */
const FIRST_YEAR = 1970;

/** Writes a zone in the notation of `readZoneRules`, without the transitions that follow from its yearly rule. */
export function compactZone({ first, transitions, footer }: CompiledZone): string {
  const rule = readFooter(footer);
  const begin = Date.UTC(FIRST_YEAR, 0);
  const before = transitions.filter(({ at }) => at <= begin).at(-1)?.offset ?? first;
  const later = withoutRepeats(
    transitions.filter(({ at }) => at > begin),
    before,
  );
  const head = String(minutesOf(before));
  if (rule === null) return [head, ...later.map(encode)].join(" ");
  let year = LAST_YEAR;
  while (year > FIRST_YEAR && isRuleYear(rule, year - 1, later)) year -= 1;
  const listed = later.filter(({ at }) => at < Date.UTC(year, 0));
  const { standard, daylight, start, end } = rule;
  const tail = [year, standard, daylight, encodeDay(start), encodeDay(end)].join(" ");
  return `${[head, ...listed.map(encode)].join(" ")}|${tail}`;
}

/** Whether the rule yields exactly the transitions of a year; it always does after the last listed transition. */
function isRuleYear(
  rule: Omit<YearlyRule, "year">,
  year: number,
  transitions: readonly Transition[],
): boolean {
  if ((transitions.at(-1)?.at ?? Number.NEGATIVE_INFINITY) < Date.UTC(year, 0))
    return year > lastYearOf(transitions);
  const given = transitionsOf({ ...rule, year }, year);
  const real = transitions.filter(({ at }) => new Date(at).getUTCFullYear() === year);
  // The last listed year may be incomplete, because the rule yields the transitions after it.
  const isLast = year === lastYearOf(transitions);
  return (
    given.every(
      ({ at, offset }, index) =>
        (real[index]?.at === at && real[index]?.offset === offset) ||
        (isLast && index >= real.length),
    ) && real.length <= given.length
  );
}

function lastYearOf(transitions: readonly Transition[]): number {
  const last = transitions.at(-1);
  return last === undefined ? FIRST_YEAR - 1 : new Date(last.at).getUTCFullYear();
}

function withoutRepeats(transitions: readonly Transition[], first: number): Transition[] {
  let offset = minutesOf(first);
  return transitions.filter((one) => {
    const isChange = minutesOf(one.offset) !== offset;
    offset = minutesOf(one.offset);
    return isChange;
  });
}

const minutesOf = (ms: number) => Math.trunc(ms / MINUTE_MS);
const encode = ({ at, offset }: Transition) =>
  `${Math.trunc(at / MINUTE_MS).toString(36)} ${minutesOf(offset)}`;
const encodeDay = ({ month, week, weekday, minutes }: RuleDay) =>
  [month, week, weekday, minutes].join(".");

const NAME = "(?:<[^>]+>|[A-Za-z]+)";
const OFFSET = "([+-]?\\d{1,3}(?::\\d{2})?)";
const FOOTER = new RegExp(`^${NAME}${OFFSET}(?:${NAME}${OFFSET}?,(.+),(.+))?$`);

/** Parses the yearly rule of a footer such as `CET-1CEST,M3.5.0,M10.5.0/3`; null if clocks are not changed. */
function readFooter(footer: string): Omit<YearlyRule, "year"> | null {
  const found = FOOTER.exec(footer);
  if (found === null) throw new Error(`not a rule: ${footer}`);
  const [, base = "0", other, start, end] = found;
  if (start === undefined || end === undefined) return null;
  // POSIX counts offsets west of Greenwich as positive.
  const standard = -minutesIn(base);
  const daylight = other === undefined ? standard + 60 : -minutesIn(other);
  return { standard, daylight, start: readDay(start), end: readDay(end) };
}

function readDay(text: string): RuleDay {
  const [, month, week, weekday, time] = /^M(\d+)\.(\d)\.(\d)(?:\/(.+))?$/.exec(text) ?? [];
  if (month === undefined) throw new Error(`not a day of a rule: ${text}`);
  return {
    month: Number(month),
    week: Number(week),
    weekday: Number(weekday),
    minutes: time === undefined ? 120 : minutesIn(time),
  };
}

function minutesIn(text: string): number {
  const [hours = "0", minutes = "0"] = text.replace(/^[+-]/, "").split(":");
  const total = Number(hours) * 60 + Number(minutes);
  return text.startsWith("-") ? -total || 0 : total;
}
