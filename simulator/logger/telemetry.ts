import type { EquipmentEvent } from "#domain/alarms/event.ts";
import { IDLE_SAMPLING, type Sampling } from "#domain/loggers/sampling.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { Plant } from "../plant/plant.ts";
import { BatchStore } from "./batch-store.ts";
import { EventBook } from "./event-book.ts";
import type { PastMark } from "./past-upload.ts";
import { PastUpload } from "./past-upload.ts";
import type { RecordedPast } from "./recorded-past.ts";
import type { Session } from "./session.ts";
import type { StampClock } from "./stamp-clock.ts";

const HELD_EVERY_MS = HOUR_MS;
/** Minimum upload interval by the wall clock, for a plant's clock that runs fast. */
const MIN_UPLOAD_WALL_MS = 1_000;
/** A tick may come slightly early. */
const SLACK_MS = 50;
const OWN_FAULT = {
  eventNo: 99,
  code: "0063",
  level: "fault",
  message: "Simulated fault",
} as const;

/** Type codes of batteries. Around zero power their status would otherwise change with each sample. */
const BATTERY_TYPES: readonly string[] = ["006D", "008B", "008C"];
/** How long a battery's status lasts until it is reported, ms. */
const BATTERY_STATUS_LASTS_MS = 2 * MINUTE_MS;

/** A recorded past, and how much of it is still to be sent. */
export type PastToSend = { recorded: RecordedPast; mark: PastMark };

/** The reports of a logger: samples, events and statuses. `now` is the plant's clock, `wall` the wall clock. */
export class Telemetry {
  readonly batches: BatchStore;
  readonly #plant: Plant;
  readonly #clock: StampClock;
  readonly #newId: () => string;
  readonly #spread: number;
  readonly #events = new EventBook();
  readonly past: PastUpload | null;
  readonly #statuses = new Map<string, string>();
  /** Statuses of batteries that have not lasted long enough to be reported, with the instant of their begin. */
  readonly #unsettled = new Map<string, { status: string; since: number }>();
  #sampling: Sampling = IDLE_SAMPLING;
  #cutOffSince: number | null;
  #uploadAt = 0;
  #uploadedWall = 0;
  #heldAt = 0;
  /** Whether the logger reports a fault of its own. */
  isFaulty = false;

  constructor(
    plant: Plant,
    clock: StampClock,
    parts: { spread: number; wall: number; newId: () => string; past: PastToSend | null },
  ) {
    const { newId, past } = parts;
    this.past = past && new PastUpload(past.recorded, past.mark, newId);
    this.#plant = plant;
    this.#clock = clock;
    this.#spread = parts.spread;
    this.#newId = newId;
    this.#cutOffSince = parts.wall;
    this.batches = new BatchStore(newId);
  }

  /**
   * Samples the plant up to `now`.
   * @returns the number of samples taken
   */
  sample(now: number, wall: number): number {
    const cutOffMs = this.#cutOffSince === null ? null : wall - this.#cutOffSince;
    const samples = this.#plant.sample(now, sampleStep(this.#sampling, cutOffMs));
    const last = samples.at(-1);
    if (last === undefined) return 0;
    this.batches.add(this.#plant.columns, this.#clock.stampAll(samples), cutOffMs === null);
    this.#noteEvents(last.at);
    return samples.length;
  }

  /** The fields of a `connect` about the time before it. */
  listForConnect(now: number): {
    events: EquipmentEvent[];
    backlog: { from: number; to: number } | null;
  } {
    this.#noteEvents(now);
    const past = this.past?.range ?? null;
    const missed = this.batches.backlogRange();
    this.batches.hasMore = past !== null;
    return {
      events: this.#events.listActive(),
      backlog:
        past && missed
          ? { from: Math.min(past.from, missed.from), to: Math.max(past.to, missed.to) }
          : (past ?? missed),
    };
  }

  /** Sends a part of the past, if nothing newer is in transit. @param done called once, when it is over */
  sendPast(session: Session, done: () => void): boolean {
    if (this.batches.oldestSentAt !== null) return false;
    return this.past?.give(this.batches, session, done) ?? false;
  }

  begin(sampling: Sampling, now: number): void {
    this.#cutOffSince = null;
    this.#sampling = sampling;
    this.#uploadAt = 0;
    this.#statuses.clear();
    this.#unsettled.clear();
    this.addHeld(now);
    this.#addLatest();
  }

  /**
   * Applies a sampling immediately: collected samples and the current values become ready to send, and the past is not
   * resampled.
   */
  change(sampling: Sampling, now: number): void {
    this.batches.seal();
    this.#plant.skip(now);
    this.#addLatest();
    this.#sampling = sampling;
    this.#uploadAt = nextUpload(now, sampling.uploadMs, this.#spread);
  }

  /** Sends what is due. */
  report(session: Session, now: number, wall: number): void {
    this.#noteEvents(now);
    const events = this.#events.takeUnconfirmed();
    if (events.length > 0) session.report({ cmd: COMMAND.eventUpdate, id: this.#newId(), events });
    const statuses = this.#takeChangedStatuses(now);
    if (statuses.length > 0)
      session.report({ cmd: COMMAND.statusUpdate, id: this.#newId(), statuses });
    if (now - this.#heldAt >= HELD_EVERY_MS) this.addHeld(now);
    const least = Math.min(this.#sampling.uploadMs, MIN_UPLOAD_WALL_MS) - SLACK_MS;
    if (now < this.#uploadAt || wall - this.#uploadedWall < least) return;
    this.batches.seal();
    this.#uploadedWall = wall;
    this.#uploadAt = nextUpload(now, this.#sampling.uploadMs, this.#spread);
  }

  /** Handles a 263. Events of the past need no confirmation, because their day is sent again. */
  confirmEvents(id: string): void {
    if (this.past?.sentEvents(id) !== true) this.#events.confirm();
  }

  /** Adds settings and nameplate registers: on connecting, on a change, and each hour. */
  addHeld(now: number): void {
    const held = this.#plant.held();
    this.#heldAt = now;
    const sample = { at: this.#clock.stamp(now), values: Object.values(held) };
    this.batches.add(Object.keys(held), [sample], true);
    this.batches.seal();
  }

  /** Adds the latest sample, so that viewers see current values at once and not only from the next sample on. */
  #addLatest(): void {
    const latest = this.#plant.latest();
    if (latest !== null)
      this.batches.add(this.#plant.columns, this.#clock.stampAll([latest]), true);
    this.batches.seal();
  }

  disconnect(wall: number): void {
    this.batches.disconnect();
    this.#cutOffSince ??= wall;
  }

  #noteEvents(at: number): void {
    const address = this.#plant.equipment[1]?.address ?? SITE_EQUIPMENT;
    const own = this.isFaulty ? [{ ...OWN_FAULT, address, at }] : [];
    const active = this.#clock.stampAll([...this.#plant.events(), ...own]);
    this.#events.update(active, this.#clock.stamp(at));
  }

  #takeChangedStatuses(at: number) {
    const changed = this.#plant
      .statuses()
      .filter(({ address, status }) => this.#isNewStatus(address, status, at));
    for (const { address, status } of changed) this.#statuses.set(address, status);
    return changed.map((report) => ({ ...report, at: this.#clock.stamp(at) }));
  }

  /** Whether a status differs from the reported one. That of a battery must have lasted, as in a BMS. */
  #isNewStatus(address: string, status: string, at: number): boolean {
    const reported = this.#statuses.get(address);
    if (reported === status) {
      this.#unsettled.delete(address);
      return false;
    }
    if (reported === undefined || !BATTERY_TYPES.includes(address.slice(0, 4))) return true;
    const unsettled = this.#unsettled.get(address);
    if (unsettled?.status !== status) {
      this.#unsettled.set(address, { status, since: at });
      return false;
    }
    return at - unsettled.since >= BATTERY_STATUS_LASTS_MS;
  }
}

/**
 * Returns the ms between samples: the interval that the portal requests, and longer ones the longer the logger is
 * offline, so that its memory lasts for days.
 */
function sampleStep(sampling: Sampling, cutOffForMs: number | null): number {
  if (cutOffForMs === null) return sampling.sampleMs;
  if (cutOffForMs < HOUR_MS) return IDLE_SAMPLING.sampleMs;
  return cutOffForMs < 6 * HOUR_MS ? MINUTE_MS : 5 * MINUTE_MS;
}

/** Returns the next upload by the plant's clock, ms UTC. Long intervals are spread over the fleet, short ones are not. */
function nextUpload(plantNow: number, uploadMs: number, spread: number): number {
  const phase = uploadMs >= 10_000 ? spread % uploadMs : 0;
  return Math.floor((plantNow - phase) / uploadMs) * uploadMs + uploadMs + phase;
}
