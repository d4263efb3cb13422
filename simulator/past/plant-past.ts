import { eventAlarmKey } from "#domain/alarms/episodes/event-facts.ts";
import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import { dayOf, listDays, type Span, startOfDay } from "#domain/history/local-days.ts";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { RecordedDay, RecordedPast } from "../logger/recorded-past.ts";
import { evenInstants } from "../plant/even-instants.ts";
import type { ActiveEvent, Plant, Sample } from "../plant/plant.ts";
import { calm, disturb, isSilent } from "./disturbances.ts";

/** Sample interval of a logger that keeps years. */
const STEP_MS = 5 * MINUTE_MS;
/** No mishap happens in this time before the present, so that none reaches into it. */
const CALM_MS = 2 * DAY_MS;

/** The state at a midnight, and the events that are active. */
type Midnight = { state: unknown; events: ActiveEvent[] };

type PastDeps = {
  /** Returns the plant at an instant or, if its state depends on earlier ones, a plausible one. */
  plantAt: (at: number) => Plant;
  /** Whether the state depends on earlier instants, and not on the time alone. */
  isChain: boolean;
  timeZone: string;
  seed: number;
  span: Span;
};

/** The span of a past of this many local days, the beginning of today included. */
export function pastSpan(timeZone: string, until: number, days: number): Span {
  return { from: startOfDay(timeZone, dayOf(timeZone, until) - days), to: until };
}

/**
 * The behaviour of a plant before its first connection: the same devices, sun and weather by seed and instant, ending
 * where the present begins. It is simulated once, storing the state of each midnight, from which any day can be
 * reproduced exactly.
 */
export class PlantPast implements RecordedPast {
  readonly columns: readonly string[];
  readonly span: Span;
  readonly #deps: PastDeps;
  readonly #days: readonly Span[];
  #midnights: Midnight[] | null = null;

  constructor(deps: PastDeps) {
    this.#deps = deps;
    this.span = deps.span;
    const { from, to } = deps.span;
    this.#days = listDays(deps.timeZone, deps.span).map((day) => ({
      from: Math.max(day.from, from),
      to: Math.min(day.to, to),
    }));
    this.columns = deps.plantAt(from).columns;
  }

  get days(): number {
    return this.#days.length;
  }

  spanOf(day: number): Span {
    const span = this.#days[day];
    if (span === undefined) throw new RangeError(`no day ${day} of ${this.days}`);
    return span;
  }

  /** The state at the end of the past, from which the present continues. */
  end(): unknown {
    return this.#surveyed().at(-1)?.state ?? null;
  }

  read(day: number): RecordedDay {
    const plant = this.#standAt(day);
    const samples: Sample[] = [];
    const statuses: RecordedDay["statuses"] = [];
    const events: RecordedDay["events"] = [];
    let active = new Map(
      (this.#surveyed()[day]?.events ?? []).map((event) => [eventAlarmKey(event), event]),
    );
    let reported = new Map<string, EquipmentStatus>();
    for (const at of this.#instantsOf(day)) {
      this.#disturb(plant, at);
      const sample = plant.sample(at, STEP_MS).at(-1);
      if (this.#isSilent(at)) reported = new Map();
      else if (sample !== undefined) {
        samples.push(sample);
        for (const { address, status } of plant.statuses()) {
          if (reported.get(address) === status) continue;
          reported.set(address, status);
          statuses.push({ address, status, at: sample.at });
        }
        const before = active;
        active = new Map(this.#begunOn(day, plant).map((event) => [eventAlarmKey(event), event]));
        for (const [key, event] of active)
          if (!before.has(key)) events.push({ ...event, state: "raised" });
        for (const [key, event] of before)
          if (!active.has(key)) events.push({ ...event, state: "cleared", at: sample.at });
      }
    }
    return { samples, statuses, events };
  }

  #standAt(day: number): Plant {
    const { from } = this.spanOf(day);
    const plant = this.#deps.plantAt(from);
    if (this.#deps.isChain) plant.restore(this.#surveyed()[day]?.state);
    return plant;
  }

  /** Returns the active events that began on a day; the standing ones of a demo began before. */
  #begunOn(day: number, plant: Plant): ActiveEvent[] {
    return plant.events().filter(({ at }) => at >= this.spanOf(day).from);
  }

  /** The states at the beginning of each day, and at the end of the last. */
  #surveyed(): Midnight[] {
    this.#midnights ??= this.#survey();
    return this.#midnights;
  }

  #survey(): Midnight[] {
    const { plantAt, isChain, span } = this.#deps;
    const plant = plantAt(isChain ? span.from : span.to);
    const midnights: Midnight[] = [];
    if (isChain)
      for (const day of this.#days.keys()) {
        const events = plant.events().filter(({ at }) => at >= span.from);
        midnights.push({ state: plant.snapshot(), events });
        for (const at of this.#instantsOf(day)) {
          this.#disturb(plant, at);
          plant.skip(at);
        }
      }
    calm(plant);
    plant.skip(span.to);
    return [...midnights, { state: plant.snapshot(), events: [] }];
  }

  /** The instants after midnight, up to the next midnight. */
  #instantsOf(day: number): number[] {
    const { from, to } = this.spanOf(day);
    return evenInstants(from, to, STEP_MS);
  }

  #disturb(plant: Plant, at: number): void {
    if (at < this.span.to - CALM_MS) disturb(plant, this.#deps.seed, at);
    else calm(plant);
  }

  #isSilent(at: number): boolean {
    return at < this.span.to - CALM_MS && isSilent(this.#deps.seed, at);
  }
}
