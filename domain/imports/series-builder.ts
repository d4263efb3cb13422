import { MIN_BRIDGE_MS } from "../history/bridging.ts";
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

/** Collects energies by quarter of an hour and the powers that belong to them. */
export class SeriesBuilder {
  readonly #step: RowStep;
  readonly #flows = new Map<ImportFlow, QuarterEnergies>();
  readonly #registers = new Map<ImportRegister, Points>();
  /** Last value and instant of each counter. */
  readonly #counters = new Map<ColumnMapping, { at: number; value: number }>();
  negatives = 0;

  constructor(step: RowStep) {
    this.#step = step;
  }

  /** @returns false if the value is too large */
  add(mapping: ColumnMapping, value: number, at: number, period: Period): boolean {
    const { target, unit, isCounter } = mapping;
    if (target === "soc" || target === "batteryVoltage") {
      if (Math.abs(value) > MAX_IMPORT_VALUE) return false;
      this.#push(REGISTER_OF_LEVEL[target], at, value);
      return true;
    }
    if (isCounter) return this.#count(mapping, value, at);
    const hours = (period.to - period.from) / HOUR_MS;
    const energy = IMPORT_UNITS[unit].kind === "power" ? value * hours : value;
    if (Math.abs(energy / Math.max(hours, 0.25)) > MAX_IMPORT_VALUE) return false;
    if (target === "grid" || target === "battery") {
      const { above, below } = SIGNED_FLOWS[target];
      this.#put(above, Math.max(0, energy), period);
      this.#put(below, Math.max(0, -energy), period);
      this.#power(above, energy, period, unit);
      return true;
    }
    if (energy < 0) this.negatives++;
    const counted = Math.max(0, energy);
    this.#put(target, counted, period);
    this.#power(target, counted, period, unit);
    return true;
  }

  #count(mapping: ColumnMapping, value: number, at: number): boolean {
    const last = this.#counters.get(mapping);
    this.#counters.set(mapping, { at, value });
    if (last === undefined) return true;
    const hasFallen = value < last.value;
    const restarted = hasFallen && value < RESTART_SHARE * last.value ? value : 0;
    const gain = hasFallen ? restarted : value - last.value;
    const hours = (at - last.at) / HOUR_MS;
    if (gain / Math.max(hours, 0.25) > MAX_IMPORT_VALUE) return false;
    const { target } = mapping;
    const signed = target === "grid" || target === "battery";
    const flow = signed ? SIGNED_FLOWS[target].above : (target as ImportFlow);
    this.#put(flow, gain, { from: last.at, to: at });
    this.#power(flow, gain, { from: last.at, to: at }, mapping.unit);
    return true;
  }

  #put(flow: ImportFlow, energy: number, { from, to }: Period): void {
    const quarters = this.#flows.get(flow) ?? new QuarterEnergies();
    this.#flows.set(flow, quarters);
    quarters.add(from, to, energy);
  }

  /** Adds the mean power of a period: at its start, and of an energy at each quarter of an hour inside it. */
  #power(
    flow: ImportFlow,
    energy: number,
    { from, to }: Period,
    unit: ColumnMapping["unit"],
  ): void {
    if (this.#step.unit !== "interval" || to - from > MAX_POWER_PERIOD_MS) return;
    const { register, sign } = POWER_OF_FLOW[flow];
    const power = (sign * energy * HOUR_MS) / (to - from);
    this.#push(register, from, power);
    if (IMPORT_UNITS[unit].kind === "power" && to - from <= MIN_BRIDGE_MS) return;
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
