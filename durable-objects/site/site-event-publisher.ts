import type { EventLevel } from "#domain/alarms/event.ts";
import { listLevels } from "#domain/firmware/levels.ts";
import type { Sampling } from "#domain/loggers/sampling.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import { HOUR_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { SiteMetricsEvent, SiteStatusEvent } from "#protocol/site-rpc.ts";
import type { Clock, Timers } from "./interfaces.ts";
import type { SiteJournal } from "./journal/site-journal.ts";
import type { KeyValueStore } from "./key-value-store.ts";
import type { LoggerBudgets } from "./logger-budgets.ts";
import { type LoggerIdentity, readIdentity } from "./logger-identity.ts";
import type { NewEvent, Outbox } from "./outbox.ts";
import { readSiteId, writeSiteId } from "./site-id.ts";
import type { SiteState } from "./site-state.ts";
import { asEnergy, type SolarDay } from "./solar-day.ts";

/** Name of the timer of a status that waits for its budget. */
export const HELD_BACK_TIMER = "heldBack";
const WORST_FIRST: readonly EventLevel[] = ["fault", "warning", "info"];
/**
 * How long after its last poll or delivered status an online site delivers its status again, ms: D1 may believe that
 * the site is offline and the poller may therefore skip it.
 */
const UNPOLLED_MS = HOUR_MS;
const METRICS: readonly string[] = [
  SITE_ADDRESS.solarPower,
  SITE_ADDRESS.batterySoc,
  SITE_ADDRESS.gridPower,
  SITE_ADDRESS.loadPower,
];

type Deps = {
  kv: KeyValueStore;
  clock: Clock;
  outbox: Outbox;
  site: Pick<
    SiteState,
    "online" | "since" | "siteStatus" | "ownValues" | "equipment" | "timeZone" | "firstNumber"
  >;
  solarDay: Pick<SolarDay, "production">;
  levels: () => readonly EventLevel[];
  newestSample: () => number | null;
  idleSampling: () => Sampling;
  /** Sends metrics once, without a retry. */
  sendMetrics: (metrics: SiteMetricsEvent) => void;
  /** Limits the status changes that the rest of the system stores. */
  budgets: Pick<LoggerBudgets, "left" | "spend" | "secondsUntil">;
  timers: Pick<Timers, "set" | "isSet">;
  journal: Pick<SiteJournal, "head" | "markPublished">;
};

/**
 * Publishes what the site list shows: the status through the outbox whenever it changes, and metrics on some events.
 */
export class SiteEventPublisher {
  readonly #deps: Deps;
  /** The versions described last, because each batch compares them. */
  #firmware: { identity?: LoggerIdentity; tree: readonly Equipment[]; text: string } | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Stores the site's id, which the Worker sends. */
  learnSiteId(siteId: number): void {
    writeSiteId(this.#deps.kv, siteId);
  }

  /**
   * Publishes the status if it changed. A site that never had a logger publishes nothing.
   * @returns whether it changed
   */
  publishStatus(): boolean {
    const { kv, clock, outbox, site, levels, idleSampling } = this.#deps;
    const siteId = readSiteId(kv);
    if (siteId === null || site.since === 0) return false;
    const identity = readIdentity(kv);
    const present = levels();
    const event: NewEvent = {
      kind: "status",
      siteId,
      at: clock.now(),
      online: site.online,
      since: site.since,
      siteStatus: site.siteStatus,
      alarm: WORST_FIRST.find((level) => present.includes(level)) ?? "none",
      systemType: identity?.systemType ?? null,
      systemCode: identity?.systemCode ?? null,
      uploadMs: idleSampling().uploadMs,
      firmware: this.#describeFirmware(identity, site.equipment),
    };
    if (isPublished(event, outbox.newest)) return false;
    this.#put(event);
    return true;
  }

  #describeFirmware(identity: LoggerIdentity | undefined, tree: readonly Equipment[]): string {
    if (this.#firmware?.tree === tree && this.#firmware.identity === identity)
      return this.#firmware.text;
    const text = JSON.stringify(listLevels(identity?.versions, tree));
    this.#firmware = { ...(identity && { identity }), tree, text };
    return text;
  }

  /** Publishes the status once more if it does not carry the head of the journal yet. */
  publishJournal(): void {
    const { clock, journal, outbox } = this.#deps;
    const { newest } = outbox;
    const isOutdated = newest !== undefined && newest.journal?.number !== journal.head.number;
    journal.markPublished();
    if (!isOutdated) return;
    const { sequence: _, ...event } = newest;
    this.#put({ ...event, at: clock.now() });
  }

  /**
   * Stores a status event with the head of the journal. Viewers see each change; the rest of the system stores a limited
   * number.
   */
  #put(event: NewEvent): void {
    const { clock, timers, outbox, budgets, journal } = this.#deps;
    if (budgets.left("reports") >= 1) {
      budgets.spend("reports", 1);
      const { head } = journal;
      outbox.put(head.number === 0 ? event : { ...event, journal: head });
      journal.markPublished();
    } else if (!timers.isSet(HELD_BACK_TIMER)) {
      timers.set(HELD_BACK_TIMER, clock.now() + budgets.secondsUntil("reports", 1) * SECOND_MS);
    }
  }

  /**
   * Handles a poll, which is made for sites that D1 believes to be online: delivers the status again if the site is
   * offline or if D1 does not hold the newest status, in case that was lost.
   * @param held sequence number of the status that D1 holds
   */
  onPolled(held: number): void {
    const { outbox, site } = this.#deps;
    outbox.overtake(held);
    if (!site.online || held !== outbox.newest?.sequence) outbox.repeat();
  }

  /**
   * Instant at which the status is due to be delivered again because no poll comes, ms UTC; null while there is no
   * need.
   */
  nextReminder(polledAt: number | null): number | null {
    const { outbox, site } = this.#deps;
    if (!site.online || outbox.deliveredAt === null) return null;
    return Math.max(outbox.deliveredAt, polledAt ?? 0) + UNPOLLED_MS;
  }

  /** Delivers the status again after a long time without a poll. */
  remind(): void {
    this.#deps.outbox.repeat();
  }

  /** Returns how many of the metrics have ever had a sample. */
  countMetrics(): number {
    return METRICS.filter((address) => this.#deps.site.ownValues.has(address)).length;
  }

  /** Returns the current metrics; null if there are none. */
  metrics(): SiteMetricsEvent | null {
    const siteId = readSiteId(this.#deps.kv);
    const at = this.#deps.newestSample();
    if (siteId === null || at === null || this.countMetrics() === 0) return null;
    const solarEnergy = asEnergy(this.#read(SITE_ADDRESS.solarEnergy));
    return {
      kind: "metrics",
      siteId,
      at,
      solar: this.#read(SITE_ADDRESS.solarPower),
      batterySoc: asCharge(this.#read(SITE_ADDRESS.batterySoc)),
      grid: this.#read(SITE_ADDRESS.gridPower),
      load: this.#read(SITE_ADDRESS.loadPower),
      solarEnergy,
      ...this.#deps.solarDay.production(this.#deps.site, at, solarEnergy),
      ...this.#position(),
    };
  }

  /** Sends the metrics without a poll, when a metric has its first value or when no more are expected for now. */
  publishMetrics(): void {
    const metrics = this.metrics();
    if (metrics !== null) this.#deps.sendMetrics(metrics);
  }

  #position(): Pick<SiteMetricsEvent, "gpsLatitude" | "gpsLongitude"> {
    const latitude = this.#read(SITE_ADDRESS.gpsLatitude);
    const longitude = this.#read(SITE_ADDRESS.gpsLongitude);
    const known = latitude !== null && longitude !== null && isFix(latitude, longitude);
    return { gpsLatitude: known ? latitude : null, gpsLongitude: known ? longitude : null };
  }

  #read(address: string): number | null {
    const value = this.#deps.site.ownValues.get(address)?.v;
    return typeof value === "number" ? value : null;
  }
}

/** A state of charge outside 0–100 % is invalid and not shown. */
function asCharge(percent: number | null): number | null {
  return percent !== null && percent >= 0 && percent <= 100 ? percent : null;
}

/** Whether a position is valid. A receiver without satellites reports 0°, 0°, which is in the open sea. */
function isFix(latitude: number, longitude: number): boolean {
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth && !(latitude === 0 && longitude === 0);
}

/** Whether an event equals the newest one except for its instant. */
function isPublished(event: NewEvent, newest: SiteStatusEvent | undefined): boolean {
  const before: Record<string, unknown> = { ...newest };
  return Object.entries(event).every(([name, value]) => name === "at" || before[name] === value);
}
