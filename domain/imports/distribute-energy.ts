import { ENERGY_STEP_MS } from "./import-limits.ts";

/** Decimals of stored energies, Wh. */
const DIGITS = 4;
const SCALE = 10 ** DIGITS;

/** Energies of one flow by quarter of an hour. */
export class QuarterEnergies {
  readonly #quarters = new Map<number, number>();
  #total = 0;

  /** The sum of all energies, Wh. */
  get total(): number {
    return this.#total;
  }

  /**
   * Adds the energy of a period, evenly over its time.
   * @param from ms UTC, before `to`
   * @param energy Wh
   */
  add(from: number, to: number, energy: number): void {
    this.#total += energy;
    const last = Math.floor((to - 1) / ENERGY_STEP_MS);
    let quarter = Math.floor(from / ENERGY_STEP_MS);
    let left = energy;
    for (; quarter < last; quarter++) {
      const start = Math.max(from, quarter * ENERGY_STEP_MS);
      const share = (energy * ((quarter + 1) * ENERGY_STEP_MS - start)) / (to - from);
      left -= share;
      this.#put(quarter, share);
    }
    this.#put(quarter, left);
  }

  #put(quarter: number, energy: number): void {
    this.#quarters.set(quarter, (this.#quarters.get(quarter) ?? 0) + energy);
  }

  /** Returns the energies of quarters, ascending, with few decimals: what rounding drops is added to the next one. */
  list(): { at: number[]; values: number[] } {
    const numbers = Float64Array.from(this.#quarters.keys()).sort();
    const at: number[] = [];
    const values: number[] = [];
    let carry = 0;
    for (const quarter of numbers) {
      const exact = (this.#quarters.get(quarter) ?? 0) + carry;
      const value = Math.max(0, Math.round(exact * SCALE) / SCALE);
      carry = exact - value;
      at.push(quarter * ENERGY_STEP_MS);
      values.push(value);
    }
    return { at, values };
  }
}
