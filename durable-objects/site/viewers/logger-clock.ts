import { z } from "zod";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import type { LiveValue } from "#protocol/viewer/messages.ts";
import type { KeyValueStore } from "../key-value-store.ts";

/** The greatest instant of a date, ms UTC; a clock beyond it is invalid. */
const MAX_INSTANT = 8_640_000_000_000_000;
const KEY = "loggerClockOffset";
const offset = z.number();
/**
 * How far the offset may move before it is stored again, ms. The sample of an idle logger may be this old on arrival,
 * so smaller changes mean nothing.
 */
const WORTH_STORING_MS = 10 * SECOND_MS;

/**
 * The offset of the logger's clock. Viewers derive it from the value of that register less its `at`, the time of
 * receipt.
 */
export class LoggerClock {
  readonly #kv: KeyValueStore;
  /** The offset as it was learned since the object woke, ms. */
  #learned: number | undefined;

  constructor(kv: KeyValueStore) {
    this.#kv = kv;
  }

  /**
   * Learns the offset from values that include the logger's clock.
   * @param receivedAt ms UTC
   */
  learn(values: ReadonlyMap<string, RegisterValue>, receivedAt: number): void {
    const clock = values.get(SITE_ADDRESS.loggerClock);
    if (!isInstant(clock)) return;
    this.#learned = clock - receivedAt;
    const stored = this.#kv.read(KEY, offset);
    if (stored === undefined || Math.abs(stored - this.#learned) >= WORTH_STORING_MS)
      this.#kv.write(KEY, this.#learned);
  }

  /**
   * Returns the value with its time of receipt, exact to ten seconds after hibernation but never later than `now`,
   * since viewers would take later values for older ones. A value that is no instant gets `now`.
   */
  dated({ v, at }: LiveValue, now: number): LiveValue {
    if (typeof v !== "number") return { v, at };
    if (!isInstant(v)) return { v, at: now };
    const known = this.#learned ?? this.#kv.read(KEY, offset);
    if (known === undefined) return { v, at };
    return { v, at: Math.min(Math.round(v - known), now) };
  }
}

function isInstant(value: RegisterValue | undefined): value is number {
  return typeof value === "number" && Math.abs(value) <= MAX_INSTANT;
}
