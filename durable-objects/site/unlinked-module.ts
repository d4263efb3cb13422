import { z } from "zod";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { Clock } from "./interfaces.ts";
import type { KeyValueStore } from "./key-value-store.ts";
import { readIdentity } from "./logger-identity.ts";

const KEY = "unlinkedModules";
/** Duration for which an unlinked module is refused, ms: an upgrade in flight during the unlink has ended by then. */
const UNLINKED_FOR_MS = MINUTE_MS;
const unlinked = z.array(z.object({ serial: z.string().nullable(), until: z.int() }));
/** Maximum number of remembered modules; the oldest are dropped. */
const MAX_REMEMBERED = 20;

/**
 * The modules that were unlinked recently. An upgrade for which the Worker read the database before the unlink must be
 * refused. One for which it read the database after such a refusal is accepted: the module was claimed again.
 */
export class UnlinkedModule {
  readonly #kv: KeyValueStore;
  readonly #clock: Clock;

  constructor(kv: KeyValueStore, clock: Clock) {
    this.#kv = kv;
    this.#clock = clock;
  }

  /**
   * Refuses a module for a while.
   * @param serial serial number of the module; if it is undefined, the last logger's, and any module if there was none
   */
  remember(serial: string | undefined): void {
    const known = serial ?? readIdentity(this.#kv)?.serial ?? null;
    const now = this.#clock.now();
    const others = this.#held.filter((held) => held.serial !== known && held.until > now);
    this.#kv.write(KEY, [
      ...others.slice(1 - MAX_REMEMBERED),
      { serial: known, until: now + UNLINKED_FOR_MS },
    ]);
  }

  /** Admits all recently unlinked modules, after the site was restored with its module. */
  admitAll(): void {
    this.#kv.delete(KEY);
  }

  /** Instant until which a module is refused, ms UTC, which identifies its newest unlink; null if it may connect. */
  refusedUntil(serial: string): number | null {
    const now = this.#clock.now();
    const ends = this.#held
      .filter((held) => (held.serial === null || held.serial === serial) && held.until > now)
      .map(({ until }) => until);
    return ends.length === 0 ? null : Math.max(...ends);
  }

  get #held() {
    return this.#kv.read(KEY, unlinked) ?? [];
  }
}
