import type { PretendLogger } from "../logger/pretend-logger.ts";

/** A fleet has just come to life: what is now comes first. */
const FIRST_REST_MS = 5_000;
/** Nothing is sent for so long after a frame, and for so many times as long as the portal took for it. */
const MIN_REST_MS = 80;
const REST_SHARE = 3;

export type PastProgress = {
  /** Days that the portal has, and all, of all sites together. */
  sent: number;
  days: number;
  /** What all of them have sent reaches back to here, ms UTC; null where all is sent. */
  backTo: number | null;
};

type Sender = Pick<PretendLogger, "past" | "sendPast">;

/**
 * Lets the loggers of a fleet send their pasts, one frame at a time, whoever is the furthest behind next. It rests three
 * times as long as the portal takes for a frame, so that the portal has most of its time for people, however slow the
 * machine is.
 */
export class PastTurns {
  readonly #senders: () => readonly Sender[];
  readonly #now: () => number;
  #nextAt: number;
  #isUnderWay = false;

  constructor(senders: () => readonly Sender[], now: () => number) {
    this.#senders = senders;
    this.#now = now;
    this.#nextAt = now() + FIRST_REST_MS;
  }

  tick(): void {
    if (this.#isUnderWay || this.#now() < this.#nextAt) return;
    const waiting = this.#senders()
      .filter(({ past }) => past !== null && past.left > 0)
      .sort((one, other) => endOf(other) - endOf(one));
    for (const sender of waiting) {
      const begunAt = this.#now();
      this.#isUnderWay = true;
      if (sender.sendPast(() => this.#end(begunAt))) return;
      this.#isUnderWay = false;
    }
  }

  /** null where there is no past, or never was one to send. */
  get progress(): PastProgress | null {
    const pasts = this.#senders().flatMap(({ past }) => past ?? []);
    if (pasts.length === 0) return null;
    const days = pasts.reduce((sum, past) => sum + past.days, 0);
    const left = pasts.reduce((sum, past) => sum + past.left, 0);
    return {
      sent: days - left,
      days,
      backTo: pasts.reduce<number | null>(latestEnd, null),
    };
  }

  #end(begunAt: number): void {
    const now = this.#now();
    this.#isUnderWay = false;
    this.#nextAt = now + Math.max(MIN_REST_MS, REST_SHARE * (now - begunAt));
  }
}

function endOf({ past }: Sender): number {
  return past?.range?.to ?? 0;
}

function latestEnd(found: number | null, { range }: NonNullable<Sender["past"]>): number | null {
  if (range === null) return found;
  return found === null ? range.to : Math.max(found, range.to);
}
