import { z } from "zod";
import type { EventLevel } from "#domain/alarms/event.ts";
import type { Sampling } from "#domain/loggers/sampling.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { SiteMetricsEvent, SiteStatusEvent } from "#protocol/site-rpc.ts";
import type { Facts } from "./facts.ts";
import type { LoggerBudgets } from "./logger-budgets.ts";
import { readIdentity } from "./logger-identity.ts";
import type { NewEvent, Outbox } from "./outbox.ts";
import type { Clock, SiteState, Timers } from "./parts.ts";

const SITE_ID = "siteId";
const siteNumber = z.int();
/** Rings when a status that was held back is due. */
export const HELD_BACK_TIMER = "heldBack";
const WORST_FIRST: readonly EventLevel[] = ["fault", "warning", "info"];
/**
 * How long after its last poll or delivered status an online site delivers its status again, ms: D1 may believe that the
 * site is offline and the poller may therefore skip it.
 */
const UNPOLLED_MS = 60 * 60_000;
/** A hundred megawatts at work for a lifetime of panels: a counter beyond that is none. */
const MAX_ENERGY_WH = 1e13;
const METRICS: readonly string[] = [
  SITE_ADDRESS.solarPower,
  SITE_ADDRESS.batterySoc,
  SITE_ADDRESS.gridPower,
  SITE_ADDRESS.loadPower,
];

type Sources = {
  facts: Facts;
  clock: Clock;
  outbox: Outbox;
  state: SiteState;
  levels: () => readonly EventLevel[];
  newestSample: () => number | null;
  idleSampling: () => Sampling;
  /** Sends metrics once, without a retry. */
  sendMetrics: (metrics: SiteMetricsEvent) => void;
  /** How many changes of the status may still be stored by the rest of the system. */
  budgets: Pick<LoggerBudgets, "left" | "spend" | "secondsUntil">;
  timers: Pick<Timers, "set" | "isSet">;
};

/** Publishes what the site list shows: the status through the outbox whenever it changes, and metrics on some events. */
export class SiteReport {
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Which site this object is, as the Worker says. */
  learnSiteId(siteId: number): void {
    this.#sources.facts.write(SITE_ID, siteId);
  }

  /** Whether the status changed in any respect. Nothing is told of a site that never had a logger. */
  tellStatus(): boolean {
    const { facts, clock, outbox, state, levels, idleSampling } = this.#sources;
    const siteId = this.siteId;
    if (siteId === null || state.since === 0) return false;
    const identity = readIdentity(facts);
    const present = levels();
    const event: NewEvent = {
      kind: "status",
      siteId,
      at: clock.now(),
      online: state.online,
      since: state.since,
      siteStatus: state.siteStatus,
      alarm: WORST_FIRST.find((level) => present.includes(level)) ?? "none",
      systemType: identity?.systemType ?? null,
      systemCode: identity?.systemCode ?? null,
      uploadMs: idleSampling().uploadMs,
    };
    if (isTold(event, outbox.newest)) return false;
    this.#put(event);
    return true;
  }

  /** Viewers see each change; the rest of the system stores only so many. */
  #put(event: NewEvent): void {
    const { clock, timers, outbox, budgets } = this.#sources;
    if (budgets.left("reports") >= 1) {
      budgets.spend("reports", 1);
      outbox.put(event);
    } else if (!timers.isSet(HELD_BACK_TIMER)) {
      timers.set(HELD_BACK_TIMER, clock.now() + budgets.secondsUntil("reports", 1) * 1000);
    }
  }

  /**
   * Handles a poll, which is made for sites that D1 believes to be online: delivers the status again if the site is
   * offline or if D1 does not hold the newest status, in case that was lost.
   * @param held sequence number of the status that D1 holds
   */
  onPolled(held: number): void {
    const { outbox, state } = this.#sources;
    outbox.overtake(held);
    if (!state.online || held !== outbox.newest?.sequence) outbox.repeat();
  }

  /** When the status is due to be delivered again because no poll comes, ms UTC; null while there is no need. */
  nextReminder(polledAt: number | null): number | null {
    const { outbox, state } = this.#sources;
    if (!state.online || outbox.toldAt === null) return null;
    return Math.max(outbox.toldAt, polledAt ?? 0) + UNPOLLED_MS;
  }

  /** Delivers the status again after a long time without a poll. */
  remind(): void {
    this.#sources.outbox.repeat();
  }

  /** Returns how many of the metrics have ever had a sample. */
  countMetrics(): number {
    return METRICS.filter((address) => this.#sources.state.values.has(address)).length;
  }

  /** Returns the current metrics; null if there are none. */
  metrics(): SiteMetricsEvent | null {
    const siteId = this.siteId;
    const at = this.#sources.newestSample();
    if (siteId === null || at === null || this.countMetrics() === 0) return null;
    return {
      kind: "figures",
      siteId,
      at,
      solar: this.#read(SITE_ADDRESS.solarPower),
      batterySoc: asCharge(this.#read(SITE_ADDRESS.batterySoc)),
      grid: this.#read(SITE_ADDRESS.gridPower),
      load: this.#read(SITE_ADDRESS.loadPower),
      solarEnergy: asEnergy(this.#read(SITE_ADDRESS.solarEnergy)),
      ...this.#position(),
    };
  }

  /** Sends the metrics without a poll, when there are new ones or when no more are expected for now. */
  publishMetrics(): void {
    const metrics = this.metrics();
    if (metrics !== null) this.#sources.sendMetrics(metrics);
  }

  #position(): Pick<SiteMetricsEvent, "gpsLatitude" | "gpsLongitude"> {
    const latitude = this.#read(SITE_ADDRESS.gpsLatitude);
    const longitude = this.#read(SITE_ADDRESS.gpsLongitude);
    const known = latitude !== null && longitude !== null && isFix(latitude, longitude);
    return { gpsLatitude: known ? latitude : null, gpsLongitude: known ? longitude : null };
  }

  #read(address: string): number | null {
    const value = this.#sources.state.values.get(address)?.v;
    return typeof value === "number" ? value : null;
  }

  /** Which site this object is; null before anything was asked of it. */
  get siteId(): number | null {
    return this.#sources.facts.read(SITE_ID, siteNumber) ?? null;
  }
}

/** No battery is emptier than empty or fuller than full: what says so has no charge to show. */
function asCharge(percent: number | null): number | null {
  return percent !== null && percent >= 0 && percent <= 100 ? percent : null;
}

/** A counter below zero counts nothing. */
function asEnergy(wattHours: number | null): number | null {
  return wattHours !== null && wattHours >= 0 && wattHours <= MAX_ENERGY_WH ? wattHours : null;
}

/** Whether a receiver can be there. One that has found no satellites yet says 0°, 0°: a place in the open sea. */
function isFix(latitude: number, longitude: number): boolean {
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth && !(latitude === 0 && longitude === 0);
}

/** Whether the same was told before, whenever that was. */
function isTold(event: NewEvent, told: SiteStatusEvent | undefined): boolean {
  const before: Record<string, unknown> = { ...told };
  return Object.entries(event).every(([name, value]) => name === "at" || before[name] === value);
}
