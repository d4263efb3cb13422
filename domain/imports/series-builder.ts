import { MIN_BRIDGE_MS } from "../history/bridging.ts";
import { dayOf, startOfDay } from "../history/local-days.ts";
import { HOUR_MS, QUARTER_MS } from "../units/durations.ts";
import { QuarterEnergies } from "./distribute-energy.ts";
import { MAX_IMPORT_VALUE } from "./import-limits.ts";
import type { ImportResult, Points } from "./import-result.ts";
import {
  type ColumnMapping,
  IMPORT_FLOWS,
  IMPORT_REGISTERS,
  IMPORT_UNITS,
  type ImportFlow,
  type ImportRegister,
  type ImportTarget,
  POWER_OF_FLOW,
  REGISTER_OF_LEVEL,
  SIGNED_FLOWS,
} from "./import-targets.ts";
import type { RowStep } from "./row-times.ts";

/** Energies of longer periods have no power: nothing is known of its course. */
const MAX_POWER_PERIOD_MS = 3 * HOUR_MS;
/** Decimals of stored powers, W. */
const POWER_SCALE = 1_000;
/** A counter that falls below this share of its last value has restarted at zero. */
const RESTART_SHARE = 0.5;

type Period = { from: number; to: number };
type Counted = { at: number; value: number };
/** The gain of a counter since an instant, ms UTC; null at its first value. */
type Gain = { from: number | null; gain: number; value: number };

/** Columns whose values are added up, by their places among the columns. */
type Sum = { target: ImportTarget; places: number[] };

/** Collects energies by quarter of an hour and the powers that belong to them. */
export class SeriesBuilder {
  readonly #columns: readonly ColumnMapping[];
  readonly #step: RowStep;
  readonly #timeZone: string;
  readonly #sums: Sum[] = [];
  readonly #flows = new Map<ImportFlow, QuarterEnergies>();
  readonly #registers = new Map<ImportRegister, Points>();
  /** Last value and instant of each counter. */
  readonly #counters = new Map<ColumnMapping, Counted>();
  negatives = 0;
  /** Start of the earliest energy, ms UTC. */
  from = Number.POSITIVE_INFINITY;

  /** @param timeZone IANA name of the zone whose days counters of a day have */
  constructor(columns: readonly ColumnMapping[], step: RowStep, timeZone: string) {
    this.#columns = columns;
    this.#step = step;
    this.#timeZone = timeZone;
    for (const [place, { target, isCounter }] of columns.entries()) {
      const sum = this.#sums.find((other) => other.target === target);
      if (isCounter) continue;
      if (sum === undefined) this.#sums.push({ target, places: [place] });
      else sum.places.push(place);
    }
  }

  /**
   * Adds a row.
   * @param values in the order of the columns; null for a missing one
   * @returns the values that are too large, which are left out
   */
  add(values: readonly (number | null)[], at: number, period: Period): number[] {
    const tooLarge: number[] = [];
    for (const [place, mapping] of this.#columns.entries()) {
      const value = values[place] ?? null;
      if (mapping.isCounter && value !== null && !this.#count(mapping, value, at))
        tooLarge.push(value);
    }
    for (const { target, places } of this.#sums) {
      const known = places.filter((place) => values[place] != null);
      const fitting = known.filter((place) => this.#isSmall(place, values[place] ?? 0, period));
      for (const place of known) if (!fitting.includes(place)) tooLarge.push(values[place] ?? 0);
      if (fitting.length === 0) continue;
      if (target === "soc" || target === "batteryVoltage") {
        const sum = fitting.reduce((all, place) => all + (values[place] ?? 0), 0);
        this.#push(REGISTER_OF_LEVEL[target], at, sum / fitting.length);
        continue;
      }
      const energy = fitting.reduce(
        (sum, place) => sum + this.#energyOf(place, values[place] ?? 0, period),
        0,
      );
      const isPower = fitting.every((place) => this.#kindOf(place) === "power");
      this.#flow(target, energy, period, isPower);
    }
    return tooLarge;
  }

  #kindOf(place: number): "power" | "energy" | "level" {
    return IMPORT_UNITS[this.#columns[place]?.unit ?? "W"].kind;
  }

  #energyOf(place: number, value: number, { from, to }: Period): number {
    return this.#kindOf(place) === "power" ? (value * (to - from)) / HOUR_MS : value;
  }

  #isSmall(place: number, value: number, period: Period): boolean {
    if (this.#kindOf(place) === "level") return Math.abs(value) <= MAX_IMPORT_VALUE;
    const hours = Math.max((period.to - period.from) / HOUR_MS, 0.25);
    return Math.abs(this.#energyOf(place, value, period) / hours) <= MAX_IMPORT_VALUE;
  }

  /** Adds the energy of a flow, or of a quantity with a sign. */
  #flow(
    target: ImportFlow | "grid" | "battery",
    energy: number,
    period: Period,
    isPower: boolean,
  ): void {
    if (target === "grid" || target === "battery") {
      const { above, below } = SIGNED_FLOWS[target];
      this.#put(above, Math.max(0, energy), period);
      this.#put(below, Math.max(0, -energy), period);
      this.#power(above, energy, period, isPower);
      return;
    }
    if (energy < 0) this.negatives++;
    const counted = Math.max(0, energy);
    this.#put(target, counted, period);
    this.#power(target, counted, period, isPower);
  }

  /** @returns false if the gain is too large */
  #count(mapping: ColumnMapping, value: number, at: number): boolean {
    const last = this.#counters.get(mapping);
    const step = mapping.isDaily ? this.#gainOfDay(value, at, last) : gainOf(value, last);
    this.#counters.set(mapping, { at, value: step.value });
    if (step.from === null || step.from >= at) return true;
    const hours = (at - step.from) / HOUR_MS;
    if (step.gain / Math.max(hours, 0.25) > MAX_IMPORT_VALUE) return false;
    const { target } = mapping;
    const signed = target === "grid" || target === "battery";
    const flow = signed ? SIGNED_FLOWS[target].above : (target as ImportFlow);
    this.#put(flow, step.gain, { from: step.from, to: at });
    this.#power(flow, step.gain, { from: step.from, to: at }, false);
    return true;
  }

  /** The gain of a counter that starts at zero on each local day: its highest value is the energy of the day. */
  #gainOfDay(value: number, at: number, last: Counted | undefined): Gain {
    const start = startOfDay(this.#timeZone, dayOf(this.#timeZone, at));
    if (last === undefined || last.at < start)
      return { from: start < at ? start : at - this.#step.median, gain: value, value };
    const highest = Math.max(value, last.value);
    return { from: last.at, gain: highest - last.value, value: highest };
  }

  #put(flow: ImportFlow, energy: number, { from, to }: Period): void {
    const quarters = this.#flows.get(flow) ?? new QuarterEnergies();
    this.#flows.set(flow, quarters);
    quarters.add(from, to, energy);
    this.from = Math.min(this.from, from);
  }

  /** Adds the mean power of a period: at its start, and of an energy at each quarter of an hour inside it. */
  #power(flow: ImportFlow, energy: number, { from, to }: Period, isPower: boolean): void {
    if (this.#step.unit !== "interval" || to - from > MAX_POWER_PERIOD_MS) return;
    const { register, sign } = POWER_OF_FLOW[flow];
    const power = (sign * energy * HOUR_MS) / (to - from);
    this.#push(register, from, power);
    if (isPower && to - from <= MIN_BRIDGE_MS) return;
    for (let at = (Math.floor(from / QUARTER_MS) + 1) * QUARTER_MS; at < to; at += QUARTER_MS)
      this.#push(register, at, power);
  }

  #push(register: ImportRegister, at: number, value: number): void {
    const points = this.#registers.get(register) ?? { at: [], values: [] };
    this.#registers.set(register, points);
    points.at.push(at);
    points.values.push(value);
  }

  finish(): Pick<ImportResult, "sums" | "energies" | "samples"> {
    const sums: ImportResult["sums"] = {};
    const energies: ImportResult["energies"] = {};
    const samples: ImportResult["samples"] = {};
    for (const flow of IMPORT_FLOWS) {
      const quarters = this.#flows.get(flow);
      if (quarters === undefined) continue;
      sums[flow] = quarters.total;
      energies[flow] = quarters.list();
    }
    for (const register of IMPORT_REGISTERS) {
      const points = this.#registers.get(register);
      if (points !== undefined) samples[register] = joinEqualInstants(points);
    }
    return { sums, energies, samples };
  }
}

/** Compares a counter, which may restart at zero, with its last value. */
function gainOf(value: number, last: Counted | undefined): Gain {
  if (last === undefined) return { from: null, gain: 0, value };
  if (value >= last.value) return { from: last.at, gain: value - last.value, value };
  const gain = value < RESTART_SHARE * last.value ? value : 0;
  return { from: last.at, gain, value };
}

/** Sorts points, and adds up those of one instant: import and export are two columns of one power. */
function joinEqualInstants({ at, values }: Points): Points {
  const order = Uint32Array.from(at.keys());
  if (at.some((instant, index) => index > 0 && instant < (at[index - 1] ?? 0)))
    order.sort((one, other) => (at[one] ?? 0) - (at[other] ?? 0));
  const joined: Points = { at: [], values: [] };
  for (const index of order) {
    const instant = at[index] ?? 0;
    const value = values[index] ?? 0;
    const last = joined.at.length - 1;
    if (joined.at[last] === instant) joined.values[last] = (joined.values[last] ?? 0) + value;
    else {
      joined.at.push(instant);
      joined.values.push(value);
    }
  }
  joined.values = joined.values.map((value) => Math.round(value * POWER_SCALE) / POWER_SCALE);
  return joined;
}
