import { z } from "zod";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { LiveValue } from "#protocol/viewer/messages.ts";
import type { Facts } from "../facts.ts";

/** The instants that a date can have, ms UTC: a clock that tells another is no clock. */
const LAST_INSTANT = 8_640_000_000_000_000;
const FACT = "loggerClockOffset";
const offset = z.number();
/**
 * So far the offset may move before it is stored anew. A sample of an idle logger is up to so old when it comes, so that
 * less says nothing.
 */
const WORTH_STORING_MS = 10_000;

/** How far the logger's clock is off: viewers learn it from that register's value less its `at`, the time of receipt. */
export class LoggerClock {
  readonly #facts: Facts;
  #offset: number | undefined;

  constructor(facts: Facts) {
    this.#facts = facts;
    this.#offset = facts.read(FACT, offset);
  }

  /** @param receivedAt ms UTC */
  learn(values: ReadonlyMap<string, RegisterValue>, receivedAt: number): void {
    const told = values.get(SITE_ADDRESS.loggerClock);
    if (!isInstant(told)) return;
    this.#offset = told - receivedAt;
    const stored = this.#facts.read(FACT, offset);
    if (stored === undefined || Math.abs(stored - this.#offset) >= WORTH_STORING_MS)
      this.#facts.write(FACT, this.#offset);
  }

  /**
   * The value with its time of receipt (or the present one, where it is no instant), to within ten seconds after hibernation, but never later than `now`: viewers
   * would take what they get next for older.
   */
  dated({ v, at }: LiveValue, now: number): LiveValue {
    if (typeof v !== "number") return { v, at };
    if (!isInstant(v)) return { v, at: now };
    if (this.#offset === undefined) return { v, at };
    return { v, at: Math.min(Math.round(v - this.#offset), now) };
  }
}

function isInstant(value: RegisterValue | undefined): value is number {
  return typeof value === "number" && Math.abs(value) <= LAST_INSTANT;
}
