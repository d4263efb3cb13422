import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import type { Question } from "./system.ts";

export const FINE_STEP_MS = 10_000;
export const COARSE_STEP_MS = 300_000;
/** Of an hour and of the buckets of a month in a thousand points a whole number; spans begin with one. */
const START_MS = 3 * HOUR_MS;

/** Where a site's past begins, where its finely sampled part does, and where it ends, ms UTC, beginnings of days. */
export type Span = { from: number; fineFrom: number; until: number };

export type QuestionKind = {
  name: string;
  /** Which of the five it is one of. */
  figure: string;
  channels: number;
  days: number;
  bucketMs: number | null;
  /** Of which part of the past. */
  part: "fine" | "coarse" | "whole";
};

const METRICS = {
  day: "one day of 4 channels",
  hours: "one month by the hour",
  year: "one year by the day",
  raw: "one day raw, 8,640 points",
  thousand: "one month in 1,000 points",
};

/** Months are asked of both paces; of the ten-second one there are but thirty days, so such a month has 28. */
export const KINDS: readonly QuestionKind[] = [
  of("day", "every sample, 5 min", { channels: 4, days: 1, bucketMs: null, part: "coarse" }),
  of("day", "by the minute, 10 s", { channels: 4, days: 1, bucketMs: 60_000, part: "fine" }),
  of("hours", "5 min", { channels: 1, days: 30, bucketMs: HOUR_MS, part: "coarse" }),
  of("hours", "10 s", { channels: 1, days: 28, bucketMs: HOUR_MS, part: "fine" }),
  of("year", "both", { channels: 1, days: 365, bucketMs: DAY_MS, part: "whole" }),
  of("raw", "10 s", { channels: 1, days: 1, bucketMs: null, part: "fine" }),
  of("thousand", "5 min", { channels: 1, days: 30, bucketMs: 0.75 * HOUR_MS, part: "coarse" }),
  of("thousand", "10 s", { channels: 1, days: 28, bucketMs: 0.75 * HOUR_MS, part: "fine" }),
];

function of(
  figure: keyof typeof METRICS,
  name: string,
  kind: Omit<QuestionKind, "figure" | "name">,
): QuestionKind {
  return { figure: METRICS[figure], name: `${METRICS[figure]} (${name})`, ...kind };
}

/** Questions of a kind, each for a site and a span that no other of them is for. */
export class Questions {
  readonly #random: () => number;
  readonly #span: Span;
  readonly #sites: number;
  readonly #channels: number;
  readonly #asked = new Set<string>();

  constructor(random: () => number, span: Span, sites: number, channels: number) {
    this.#random = random;
    this.#span = span;
    this.#sites = sites;
    this.#channels = channels;
  }

  /** Null where all have been asked. */
  next(kind: QuestionKind): Question | null {
    const [from, until] = this.#partOf(kind);
    const starts = Math.floor((until - from - kind.days * DAY_MS) / START_MS) + 1;
    for (let attempts = 0; attempts < 1_000; attempts++) {
      const site = this.#upTo(this.#sites);
      const start = from + this.#upTo(starts) * START_MS;
      const key = `${kind.name} ${site} ${start}`;
      if (this.#asked.has(key)) continue;
      this.#asked.add(key);
      return {
        site,
        channels: this.#pickChannels(kind.channels),
        from: start,
        until: start + kind.days * DAY_MS,
        bucketMs: kind.bucketMs,
      };
    }
    return null;
  }

  /** The same before anything was sampled. */
  emptyOf(question: Question): Question {
    const ms = this.#span.until - this.#span.from;
    return { ...question, from: question.from - ms, until: question.until - ms };
  }

  #partOf({ part }: QuestionKind): [number, number] {
    const { from, fineFrom, until } = this.#span;
    if (part === "whole") return [from, until];
    return part === "fine" ? [fineFrom, until] : [from, fineFrom];
  }

  #pickChannels(count: number): number[] {
    const picked = new Set<number>();
    while (picked.size < count) picked.add(this.#upTo(this.#channels));
    return [...picked].sort((a, b) => a - b);
  }

  #upTo(most: number): number {
    return Math.floor(this.#random() * most);
  }
}
