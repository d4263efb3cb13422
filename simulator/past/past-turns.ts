import type { PretendLogger } from "../logger/pretend-logger.ts";

/** Pause after the start of a fleet, because current data comes first. */
const FIRST_REST_MS = 5_000;
/** Minimum pause after a frame, and the pause as a multiple of the portal's time for it. */
const MIN_REST_MS = 80;
const REST_SHARE = 3;

export type PastProgress = {
  /** Days that the portal has and their total, over all sites. */
  sent: number;
  days: number;
  /** All sites have sent their past back to this instant, ms UTC; null if everything is sent. */
  backTo: number | null;
};

type Sender = Pick<PretendLogger, "past" | "sendPast">;

/**
 * Lets the loggers of a fleet send their pasts one frame at a time, the one furthest behind next. It pauses three times
 * as long as the portal takes for a frame, so that most of the portal's time is left for users, however slow the
 * machine.
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

  /** Progress of all sites; null if there is no past to send. */
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
