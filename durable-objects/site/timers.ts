import { SECOND_MS } from "#domain/units/durations.ts";
import type { Clock, Timers } from "./interfaces.ts";
import { logFailure } from "./log-failure.ts";

/** Delay before a failed timer runs again, ms. */
const RETRY_MS = 30 * SECOND_MS;
/** Delay of a timer that is due again right after it ran, ms. */
const AGAIN_MS = SECOND_MS;

/** A timer without a row, because its instant follows from other state. */
export type DerivedTimer = {
  /**
   * @param isRinging whether the object's alarm rings, so that everything due now runs
   * @returns ms UTC; null for never
   */
  due(now: number, isRinging: boolean): number | null;
  run(): void;
};
export type TimerHandler = (name: string) => void;

type Alarm = Pick<DurableObjectStorage, "sql" | "setAlarm">;

/**
 * Many timers over the object's single alarm. The alarm is set when something is due earlier and never moved to a later
 * instant: it then rings early, finds nothing due and is set again. That costs one row written per ring, not one per
 * message.
 */
export class AlarmTimers implements Timers {
  readonly #storage: Alarm;
  readonly #clock: Clock;
  readonly #handlers = new Map<string, TimerHandler>();
  readonly #derived = new Map<string, DerivedTimer>();
  readonly #notBefore = new Map<string, number>();
  readonly #rows: Map<string, number>;
  #alarmAt: number | null = null;
  #ringing = false;

  constructor(storage: Alarm, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
    const rows = storage.sql.exec<{ name: string; at: number }>(`SELECT name, at FROM timers`);
    this.#rows = new Map(rows.toArray().map(({ name, at }) => [name, at]));
  }

  /** Records the stored alarm of the platform. Until then the alarm counts as not set. */
  found(alarmAt: number | null): void {
    this.#alarmAt = alarmAt;
  }

  /** Registers the handler of the timers with this name, or with this name followed by a colon and more. */
  handle(name: string, handler: TimerHandler): void {
    this.#handlers.set(name, handler);
  }

  /** Registers a timer whose instant follows from other state. */
  derive(name: string, timer: DerivedTimer): void {
    this.#derived.set(name, timer);
  }

  /**
   * Sets or moves a timer.
   * @param at ms UTC
   */
  set(name: string, at: number): void {
    if (this.#rows.get(name) === at) return;
    this.#storage.sql.exec(`INSERT OR REPLACE INTO timers (name, at) VALUES (?, ?)`, name, at);
    this.#rows.set(name, at);
    this.arm();
  }

  cancel(name: string): void {
    if (!this.#rows.delete(name)) return;
    this.#storage.sql.exec(`DELETE FROM timers WHERE name = ?`, name);
  }

  isSet(name: string): boolean {
    return this.#rows.has(name);
  }

  /** Sets the alarm if something is due before it. Call it after everything that may change that. */
  arm(): void {
    // The alarm is set after all timers have run.
    if (this.#ringing) return;
    const earliest = this.#earliest(this.#clock.now());
    if (earliest === null || (this.#alarmAt !== null && this.#alarmAt <= earliest)) return;
    this.#alarmAt = earliest;
    // Not awaited: the output gate holds back what is sent until this is durable.
    void this.#storage.setAlarm(earliest);
  }

  /**
   * Runs the timers that are due. It never throws, because the platform gives up on an alarm that fails repeatedly. The
   * alarm may ring twice for the same instant.
   */
  ring(): void {
    this.#alarmAt = null;
    this.#ringing = true;
    const now = this.#clock.now();
    this.#ringRows(now);
    this.#ringDerived(now);
    this.#ringing = false;
    this.arm();
  }

  #ringRows(now: number): void {
    for (const [name, at] of [...this.#rows]) {
      if (at > now) continue;
      const done = this.#attempt(name, () => this.#handlerOf(name)?.(name));
      // The handler may have set it again.
      if (this.#rows.get(name) !== at) continue;
      if (done) this.cancel(name);
      else this.set(name, now + RETRY_MS);
    }
  }

  #ringDerived(now: number): void {
    for (const [name, timer] of this.#derived) {
      const due = this.#dueOf(name, timer, now);
      if (due === null || due > now) continue;
      const done = this.#attempt(name, () => timer.run());
      const next = timer.due(this.#clock.now(), false);
      if (!done) this.#notBefore.set(name, now + RETRY_MS);
      else if (next !== null && next <= now) this.#notBefore.set(name, now + AGAIN_MS);
      else this.#notBefore.delete(name);
    }
  }

  #attempt(name: string, run: () => void): boolean {
    try {
      run();
      return true;
    } catch (error) {
      logFailure(`timer ${name} failed`, error);
      return false;
    }
  }

  #handlerOf(name: string): TimerHandler | undefined {
    return this.#handlers.get(name.split(":", 1)[0] ?? name);
  }

  #earliest(now: number): number | null {
    let earliest: number | null = null;
    const consider = (at: number | null) => {
      if (at !== null && (earliest === null || at < earliest)) earliest = at;
    };
    for (const at of this.#rows.values()) consider(at);
    for (const [name, timer] of this.#derived) consider(this.#dueOf(name, timer, now));
    return earliest;
  }

  #dueOf(name: string, timer: DerivedTimer, now: number): number | null {
    const due = timer.due(now, this.#ringing);
    return due === null ? null : Math.max(due, this.#notBefore.get(name) ?? due);
  }
}
