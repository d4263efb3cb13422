import { DAY_MS, QUARTER_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { CurvesQuery } from "#protocol/history/curves.ts";
import type { EnergyQuery } from "#protocol/history/energies.ts";
import type {
  HistoryAnswer,
  HistoryAnswers,
  HistoryKind,
  HistoryReader,
} from "#protocol/history/history-call.ts";
import type { Clock } from "../interfaces.ts";
import { HistoryBudget } from "./history-budget.ts";

/** Lifetime of cached answers to share links, ms. */
const KEPT_MS = 5 * SECOND_MS;
/** Maximum number of cached answers. */
const MAX_KEPT = 8;
/** Maximum length of a cached answer, characters. */
const MAX_KEPT_LENGTH = 262_144;

/**
 * Processor time, ms: estimates from the whole times of docs/benchmarks.md, and from 18 to 23 queries a second of 48
 * registers over 399 days that kept an object busy. A character of an answer is written, handed on, compressed and
 * sent: 270,000 of them took 40 to 100 ms in all. Nothing has been measured inside an object.
 */
const COST = {
  call: 0.5,
  sample: 0.000_15,
  quarter: 0.000_15,
  day: 0.0025,
  /** Computing the energy of an hour: a year of them took half as long as the days of two years of all registers. */
  hour: 0.0015,
  stateDay: 0.05,
  character: 0.000_25,
};
const QUARTERS_OF_DAY = DAY_MS / QUARTER_MS;
const HOURS_OF_DAY = 24;
const ENERGY_REGISTERS = 24;
/** Counter and power of an energy flow. */
const FLOW_REGISTERS = 2;
/** Days of the state of charge of which quarters are read. */
const CHARGE_DAYS = 2;

type Kept = { until: number; found: unknown; length: number };
/** Answers a question and calls `count` with the number of samples that are read one by one. */
type Read = <Kind extends HistoryKind>(
  kind: Kind,
  asked: HistoryAnswers[Kind]["asked"],
  count: (samples: number) => void,
) => HistoryAnswers[Kind]["found"];

/** Answers questions about the site's history within the budget of each reader. */
export class HistoryCalls {
  readonly #clock: Pick<Clock, "now">;
  readonly #budget: HistoryBudget;
  readonly #kept = new Map<string, Kept>();
  readonly #read: Read;

  constructor(clock: Pick<Clock, "now">, read: Read) {
    this.#clock = clock;
    this.#budget = new HistoryBudget(clock);
    this.#read = read;
  }

  /** Answers a question, or returns the seconds to wait if the budget of the reader is spent. */
  answer<Kind extends HistoryKind>(
    kind: Kind,
    asked: HistoryAnswers[Kind]["asked"],
    reader: HistoryReader,
  ): HistoryAnswer<Kind> {
    const retryAfterS = this.#budget.wait(reader);
    if (retryAfterS > 0) return { retryAfterS };
    const name = reader.kind === "share" ? `${kind} ${JSON.stringify(asked)}` : null;
    const kept = name === null ? undefined : this.#kept.get(name);
    if (kept !== undefined && kept.until > this.#clock.now()) {
      this.#budget.pay(reader, COST.call + kept.length * COST.character);
      return { found: kept.found as HistoryAnswers[Kind]["found"] };
    }
    let samples = 0;
    const found = this.#read(kind, asked, (count) => {
      samples += count;
    });
    const length = name === null ? 0 : JSON.stringify(found).length;
    const reading = costOf(kind, readPart(asked, found)) + samples * COST.sample;
    this.#budget.pay(reader, COST.call + reading + length * COST.character);
    if (name !== null && length <= MAX_KEPT_LENGTH) this.#keep(name, found, length);
    return { found };
  }

  #keep(name: string, found: unknown, length: number): void {
    this.#kept.delete(name);
    this.#kept.set(name, { until: this.#clock.now() + KEPT_MS, found, length });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** Returns the query without the time before the oldest data, of which nothing is read. */
function readPart<Kind extends HistoryKind>(
  asked: HistoryAnswers[Kind]["asked"],
  found: HistoryAnswers[Kind]["found"],
): HistoryAnswers[Kind]["asked"] {
  if (!("isSinceOldest" in asked) || asked.isSinceOldest !== true) return asked;
  const from = (found as HistoryAnswers["energy"]["found"])?.edges[0] ?? asked.from;
  return { ...asked, from };
}

/** Estimates the cost of reading rollups, ms. Samples are counted while they are read. */
function costOf<Kind extends HistoryKind>(
  kind: Kind,
  asked: HistoryAnswers[Kind]["asked"],
): number {
  // Reading these is counted row by row.
  if (kind === "newest") return 0;
  if (kind === "alarmLog" || kind === "alarmPreview" || kind === "journal") return 0;
  const { from, until } = asked as HistoryAnswers["states"]["asked"];
  const days = Math.max(0, until - from) / DAY_MS;
  if (kind === "states" || kind === "siteStates") return days * COST.stateDay;
  // Learning is counted where it happens.
  if (kind === "solarForecast") return days * FLOW_REGISTERS * QUARTERS_OF_DAY * COST.quarter;
  const { timeZone, siteTimeZone } = asked as CurvesQuery | EnergyQuery;
  const ofDay = (isByDay: boolean) =>
    isByDay && timeZone === siteTimeZone ? COST.day : COST.day + QUARTERS_OF_DAY * COST.quarter;
  if (kind === "hours") return days * (FLOW_REGISTERS * ofDay(false) + HOURS_OF_DAY * COST.hour);
  if (kind === "energy")
    return days * ENERGY_REGISTERS * ofDay((asked as EnergyQuery).unit !== "hour");
  if (kind === "overview") {
    // The energies of one day, the curves of two registers over two, and the state of charge of some days.
    return (ENERGY_REGISTERS + days * 2 + CHARGE_DAYS) * ofDay(false);
  }
  const { addresses, points } = asked as CurvesQuery;
  return days * addresses.length * ofDay(days >= points);
}
