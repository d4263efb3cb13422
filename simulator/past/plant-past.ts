import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import { dayOf, listDays, type Span, startOfDay } from "#domain/history/local-days.ts";
import type { RecordedDay, RecordedPast } from "../logger/recorded-past.ts";
import { evenInstants } from "../plant/even-instants.ts";
import type { Plant, Sample } from "../plant/plant.ts";
import { calm, disturb, isSilent } from "./disturbances.ts";

/** A logger that keeps years keeps a sample of each five minutes. */
const STEP_MS = 300_000;
/** Before the present all goes well, so that nothing reaches over into it. */
const CALM_MS = 2 * 86_400_000;

type PastParts = {
  /** The plant as it was at an instant, or, where its state follows from what went before, as it might have been. */
  plantAt: (at: number) => Plant;
  /** Whether its state follows from what went before, and not from the time alone. */
  isChain: boolean;
  timeZone: string;
  seed: number;
  span: Span;
};

/** The span of a past of so many local days, today's beginning included. */
export function pastSpan(timeZone: string, until: number, days: number): Span {
  return { from: startOfDay(timeZone, dayOf(timeZone, until) - days), to: until };
}

/**
 * What a plant did before anybody listened: the same devices, the same sun and weather by seed and instant, ending where
 * the present begins. It is run through once, remembering how it stood at each midnight; from there any day can be
 * looked at by itself, and is the same each time.
 */
export class PlantPast implements RecordedPast {
  readonly columns: readonly string[];
  readonly span: Span;
  readonly #parts: PastParts;
  readonly #days: readonly Span[];
  #midnights: unknown[] | null = null;

  constructor(parts: PastParts) {
    this.#parts = parts;
    this.span = parts.span;
    const { from, to } = parts.span;
    this.#days = listDays(parts.timeZone, parts.span).map((day) => ({
      from: Math.max(day.from, from),
      to: Math.min(day.to, to),
    }));
    this.columns = parts.plantAt(from).columns;
  }

  get days(): number {
    return this.#days.length;
  }

  spanOf(day: number): Span {
    const span = this.#days[day];
    if (span === undefined) throw new RangeError(`no day ${day} of ${this.days}`);
    return span;
  }

  /** How the plant stands where its past ends: from here its present goes on. */
  end(): unknown {
    return this.#surveyed().at(-1) ?? null;
  }

  read(day: number): RecordedDay {
    const plant = this.#standAt(day);
    const samples: Sample[] = [];
    const statuses: RecordedDay["statuses"] = [];
    let told = new Map<string, EquipmentStatus>();
    for (const at of this.#instantsOf(day)) {
      this.#disturb(plant, at);
      const sample = plant.sample(at, STEP_MS).at(-1);
      if (this.#isSilent(at)) told = new Map();
      else if (sample !== undefined) {
        samples.push(sample);
        for (const { address, status } of plant.statuses()) {
          if (told.get(address) === status) continue;
          told.set(address, status);
          statuses.push({ address, status, at: sample.at });
        }
      }
    }
    return { samples, statuses };
  }

  #standAt(day: number): Plant {
    const { from } = this.spanOf(day);
    const plant = this.#parts.plantAt(from);
    if (this.#parts.isChain) plant.restore(this.#surveyed()[day]);
    return plant;
  }

  /** How the plant stood at the beginning of each day, and at the end of the last. */
  #surveyed(): unknown[] {
    this.#midnights ??= this.#survey();
    return this.#midnights;
  }

  #survey(): unknown[] {
    const { plantAt, isChain, span } = this.#parts;
    const plant = plantAt(isChain ? span.from : span.to);
    const midnights: unknown[] = [];
    if (isChain)
      for (const day of this.#days.keys()) {
        midnights.push(plant.snapshot());
        for (const at of this.#instantsOf(day)) {
          this.#disturb(plant, at);
          plant.skip(at);
        }
      }
    calm(plant);
    plant.skip(span.to);
    return [...midnights, plant.snapshot()];
  }

  /** After midnight and up to the next one. */
  #instantsOf(day: number): number[] {
    const { from, to } = this.spanOf(day);
    return evenInstants(from, to, STEP_MS);
  }

  #disturb(plant: Plant, at: number): void {
    if (at < this.span.to - CALM_MS) disturb(plant, this.#parts.seed, at);
    else calm(plant);
  }

  #isSilent(at: number): boolean {
    return at < this.span.to - CALM_MS && isSilent(this.#parts.seed, at);
  }
}
