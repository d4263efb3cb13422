import type { CounterSample } from "#domain/history/counter-steps.ts";
import {
  addUpEnergies,
  type Buckets,
  chooseEnergy,
  type Energy,
  energyOfCounter,
  energyOfPower,
  firstAndLast,
  markStale,
} from "#domain/history/energy.ts";
import { holdOver } from "#domain/history/hold-over.ts";
import type { Span } from "#domain/history/local-days.ts";
import type { Rollup } from "#domain/history/rollup.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import { QUARTER_MS } from "#domain/units/durations.ts";
import {
  type Average,
  ENERGY_FLOWS,
  type Energies,
  type EnergyFlow,
  type EnergyQuery,
} from "#protocol/history/energies.ts";
import { ImportedEnergies } from "../imports/imported-energies.ts";
import type { SiteImports } from "../imports/site-imports.ts";
import type { SeriesStore } from "../series/series-store.ts";
import { sumSamples } from "./curve-buckets.ts";
import { type EnergyBuckets, readBuckets } from "./energy-buckets.ts";

/**
 * Minimum of the assumed peak power, W; a counter is not faster than this or than twice the peak of its power around
 * that time.
 */
const MIN_PEAK_W = 5_000;
const PEAKS = 2;
/** Maximum hourly gain of a counter of seconds, which may be updated only once an hour. */
const SECONDS_AN_HOUR = 3_600;

type Store = Pick<
  SeriesStore,
  "samples" | "rollups" | "dayRollups" | "usualAt" | "staleSpans" | "setTimeZone" | "knows" | "now"
>;

type Imports = Pick<SiteImports, "covers" | "samples" | "energies">;

type Source = {
  counter: string;
  power: string;
  side: "above" | "below";
  /** The counter covers only a part of the power, which bounds it but cannot replace it. */
  isPart?: true;
};

/**
 * Counter and power of each flow, among the registers of the site as a whole. Grid power + is import, battery power +
 * is charging.
 */
const SOURCES: Readonly<Record<EnergyFlow, Source>> = {
  solar: { counter: "0200", power: "0100", side: "above" },
  gridImport: { counter: "0201", power: "0110", side: "above" },
  gridExport: { counter: "0202", power: "0110", side: "below" },
  load: { counter: "0203", power: "0120", side: "above" },
  batteryCharge: { counter: "0204", power: "0130", side: "above" },
  batteryDischarge: { counter: "0205", power: "0130", side: "below" },
  generator: { counter: "0206", power: "0140", side: "above" },
  solarToLoad: { counter: "0207", power: "0100", side: "above", isPart: true },
  solarToBattery: { counter: "0208", power: "0100", side: "above", isPart: true },
  solarToGrid: { counter: "0209", power: "0100", side: "above", isPart: true },
  gridToBattery: { counter: "020A", power: "0110", side: "above", isPart: true },
};
/** Qualities worse than "derived" for a value derived from several, worst first. */
const WORST_FIRST = ["stale", "filled", "imported"] as const;
/** Maximum number of buckets of a single flow: the hours of a year. */
const MAX_FLOW_BUCKETS = 9_000;
const RUN_TIME = "020C";
const SOC = "0134";
const VOLTAGE = "0131";
const ADDRESSES = [
  ...new Set([
    ...Object.values(SOURCES).flatMap(({ counter, power }) => [counter, power]),
    RUN_TIME,
    SOC,
    VOLTAGE,
  ]),
].map((register) => SITE_EQUIPMENT + register);
export const SOLAR_ADDRESSES = addressesOf("solar");

function addressesOf(flow: EnergyFlow): string[] {
  const { counter, power } = SOURCES[flow];
  return [counter, power].map((register) => SITE_EQUIPMENT + register);
}

/**
 * Returns the energies of local hours, days, months or years, each with its quality. The first and the last one are
 * clipped to the requested span.
 * @param equipment described by the logger: where its counters roll over
 * @param imports data of other portals, for times without data of the logger
 */
export function readEnergy(
  store: Store,
  equipment: readonly Equipment[],
  asked: EnergyQuery,
  imports?: Imports,
): Energies {
  return openReader(store, equipment, asked, ADDRESSES, imports).read();
}

/** Returns the energies of one flow alone, of up to a year of hours, for a small part of the work. */
export function readFlow(
  store: Store,
  equipment: readonly Equipment[],
  asked: EnergyQuery,
  flow: EnergyFlow,
  imports?: Imports,
): { edges: number[]; energies: Energy[] } {
  const addresses = addressesOf(flow);
  return openReader(store, equipment, asked, addresses, imports, MAX_FLOW_BUCKETS).readFlow(flow);
}

function openReader(
  store: Store,
  equipment: readonly Equipment[],
  asked: EnergyQuery,
  addresses: readonly string[],
  imports?: Imports,
  most?: number,
): EnergyReader {
  store.setTimeZone(asked.siteTimeZone);
  const buckets = readBuckets(store, asked, addresses, most);
  const { from, until } = asked;
  const isCovered = imports?.covers(from, until) ?? false;
  const energies = imports && isCovered ? new ImportedEnergies(store, imports, from, until) : null;
  return new EnergyReader(
    store,
    rolloversOf(equipment),
    buckets,
    energies,
    isCovered ? (imports ?? null) : null,
  );
}

/** Returns rollovers by register of the site as a whole. */
function rolloversOf(equipment: readonly Equipment[]): ReadonlyMap<string, number> {
  const site = equipment.find(({ address }) => address === SITE_EQUIPMENT);
  return new Map(
    site?.registers.flatMap(({ register, rollover }) =>
      rollover === undefined || rollover === null ? [] : [[register, rollover]],
    ),
  );
}

class EnergyReader {
  readonly #store: Store;
  readonly #rollovers: ReadonlyMap<string, number>;
  readonly #buckets: EnergyBuckets;
  readonly #lengths: number[];
  readonly #imported: ImportedEnergies | null;
  readonly #imports: Imports | null;

  constructor(
    store: Store,
    rollovers: ReadonlyMap<string, number>,
    buckets: EnergyBuckets,
    imported: ImportedEnergies | null,
    imports: Imports | null,
  ) {
    this.#store = store;
    this.#rollovers = rollovers;
    this.#buckets = buckets;
    this.#imported = imported;
    this.#imports = imports;
    const { edges } = buckets;
    this.#lengths = edges.slice(1).map((until, place) => until - (edges[place] ?? 0));
  }

  readFlow(flow: EnergyFlow): { edges: number[]; energies: Energy[] } {
    const energies = this.#complete(flow, this.#flow(SOURCES[flow]));
    return { edges: this.#edges(), energies: this.#addUp(energies) };
  }

  #edges(): number[] {
    const { periods } = this.#buckets;
    const last = periods.at(-1);
    return [...periods.map(({ from }) => from), ...(last === undefined ? [] : [last.to])];
  }

  read(): Energies {
    const flows = Object.fromEntries(
      ENERGY_FLOWS.map((flow) => [flow, this.#complete(flow, this.#flow(SOURCES[flow]))]),
    ) as Record<EnergyFlow, Energy[]>;
    flows.solarToLoad = flows.solarToLoad.map(
      (counted, place) => counted ?? directUse(flows, place),
    );
    return {
      edges: this.#edges(),
      flows: Object.fromEntries(
        ENERGY_FLOWS.map((flow) => [flow, this.#addUp(flows[flow])]),
      ) as Record<EnergyFlow, Energy[]>,
      generatorRunTime: this.#addUp(
        this.#count(RUN_TIME, { maxWatts: SECONDS_AN_HOUR, lump: SECONDS_AN_HOUR }),
      ),
      batterySoc: this.#average(SOC),
      batteryVoltage: this.#average(VOLTAGE),
    };
  }

  #flow({ counter, power, side, isPart }: Source): Energy[] {
    const powers = this.#of(power);
    const peak = powers.rollups.reduce<number | null>((most, rollup) => {
      if (rollup === null) return most;
      return Math.max(most ?? 0, side === "above" ? rollup.max : -rollup.min);
    }, null);
    const maxWatts = peak === null ? null : Math.max(MIN_PEAK_W, PEAKS * peak);
    const counted = this.#count(counter, { maxWatts });
    if (isPart === true) return counted;
    const usualAt = this.#buckets.usualAt(SITE_EQUIPMENT + power);
    const derived = energyOfPower(powers, side, usualAt, this.#store.now);
    const chosen = chooseEnergy(counted, derived);
    // Stale power matters only if an energy of it is used.
    if (!chosen.some((energy, place) => energy !== null && energy === derived[place]))
      return chosen;
    return chooseEnergy(counted, markStale(derived, powers.edges, this.#staleSpans(power)));
  }

  /** Completes the buckets of the requested periods with imported energies. */
  #complete(flow: EnergyFlow, energies: Energy[]): Energy[] {
    const imported = this.#imported;
    if (imported === null) return energies;
    const { edges, periods } = this.#buckets;
    const [first, end] = [periods[0]?.first ?? 0, periods.at(-1)?.end ?? 0];
    const { counter, power } = SOURCES[flow];
    const source = {
      counter: SITE_EQUIPMENT + counter,
      power: SITE_EQUIPMENT + power,
      usualAt: this.#buckets.usualAt(SITE_EQUIPMENT + power),
    };
    return energies.map((energy, place) => {
      if (place < first || place >= end) return energy;
      const span = [edges[place] ?? 0, edges[place + 1] ?? 0] as const;
      return imported.complete(energy, flow, span, source);
    });
  }

  #count(register: string, rules: { maxWatts: number | null; lump?: number }): Energy[] {
    const address = SITE_EQUIPMENT + register;
    const rollover = this.#rollovers.get(register) ?? null;
    return energyOfCounter(
      this.#of(register),
      { ...rules, rollover },
      {
        all: (from, until) => this.#samples(address, from, until),
        aroundFalls: (from, to, most) => this.#aroundFalls(address, { from, to }, most),
      },
    );
  }

  #samples(address: string, from: number, until: number): CounterSample[] {
    const { at, values } = this.#store.samples([address], from, until).get(address) ?? {
      at: [],
      values: [],
    };
    return at.flatMap((instant, index) => {
      const value = values[index];
      return typeof value === "number" ? [{ at: instant, value }] : [];
    });
  }

  /**
   * Returns the samples around the falls of a counter, which the stored quarters of an hour locate: a counter that
   * rolls over once a day falls in one of 96. Null if there are more than `most`.
   */
  #aroundFalls(address: string, { from, to }: Span, most: number): CounterSample[] | null {
    const edges = [from];
    const second = (Math.floor(from / QUARTER_MS) + 1) * QUARTER_MS;
    for (let edge = second; edge < to; edge += QUARTER_MS) edges.push(edge);
    edges.push(to);
    const quarters = this.#store.rollups([address], edges).get(address) ?? [];
    const returned = (rollup: Rollup | null) => (rollup?.falls ? rollup.count : 2);
    if (quarters.reduce((sum, quarter) => sum + returned(quarter), 0) > most) return null;
    return quarters.flatMap((quarter, place) => {
      if (quarter === null) return [];
      if (quarter.falls > 0)
        return this.#samples(address, edges[place] ?? from, edges[place + 1] ?? to);
      return firstAndLast(quarter);
    });
  }

  #staleSpans(register: string) {
    const { edges } = this.#buckets;
    const address = SITE_EQUIPMENT + register;
    return this.#store.staleSpans([address], edges[0] ?? 0, edges.at(-1) ?? 0).get(address) ?? [];
  }

  #of(register: string): Buckets {
    const { edges, rollups } = this.#buckets;
    const found = rollups.get(SITE_EQUIPMENT + register);
    return { edges, rollups: found ?? this.#lengths.map(() => null) };
  }

  #addUp(energies: readonly Energy[]): Energy[] {
    return this.#buckets.periods.map(({ first, end }) => {
      const sum = addUpEnergies(energies.slice(first, end), this.#lengths.slice(first, end));
      return (
        sum && {
          ...sum,
          value: rounded(sum.value, 3),
          known: rounded(sum.known, 4),
          coverage: rounded(sum.coverage, 4),
        }
      );
    });
  }

  #average(register: string): Average[] {
    const { edges, rollups } = this.#of(register);
    const usualAt = this.#buckets.usualAt(SITE_EQUIPMENT + register);
    const held = holdOver(edges, rollups, usualAt, this.#store.now);
    return this.#buckets.periods.map(({ first, end }) => {
      const area = held.slice(first, end).reduce((sum, one) => sum + one.area, 0);
      const ms = held.slice(first, end).reduce((sum, one) => sum + one.ms, 0);
      const length = (edges[end] ?? 0) - (edges[first] ?? 0);
      const newest = rollups.slice(first, end).findLast((rollup) => rollup !== null);
      if (ms > 0) return { value: rounded(area / ms, 2), coverage: rounded(ms / length, 4) };
      // A single sample of this instant has not held yet.
      if (newest) return { value: rounded(newest.last, 2), coverage: 0 };
      return this.#importedAverage(register, edges[first] ?? 0, edges[end] ?? 0);
    });
  }

  /** Returns the average of imported samples in a period without one of the logger. */
  #importedAverage(register: string, from: number, until: number): Average {
    const points = this.#imports?.samples([register], from, until).get(register);
    if (points === undefined) return null;
    const { area, held } = sumSamples(points, [from, until], {
      since: from,
      last: null,
      usualAt: () => 0,
      now: this.#store.now,
    });
    const ms = held[0] ?? 0;
    return ms === 0
      ? null
      : { value: rounded((area[0] ?? 0) / ms, 2), coverage: rounded(ms / (until - from), 4) };
  }
}

/** Direct consumption: what was produced and neither exported nor stored, at most the load. */
function directUse(flows: Record<EnergyFlow, readonly Energy[]>, place: number): Energy {
  const solar = flows.solar[place] ?? null;
  const load = flows.load[place] ?? null;
  if (solar === null || load === null) return null;
  const others = [flows.gridExport[place], flows.batteryCharge[place]].map((one) => one ?? null);
  const given = others.reduce((sum, one) => sum + (one?.value ?? 0), 0);
  const all = [solar, load, ...others].filter((one) => one !== null);
  return {
    value: Math.max(0, Math.min(solar.value - given, load.value)),
    quality: WORST_FIRST.find((worst) => all.some(({ quality }) => quality === worst)) ?? "derived",
    known: Math.min(...all.map(({ known }) => known)),
    coverage: Math.min(...all.map(({ coverage }) => coverage)),
  };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
