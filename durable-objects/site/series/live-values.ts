import { GRID_LINE, type LineVoltages } from "#domain/registers/line-voltages.ts";
import { isLiveLine } from "#domain/units/missing-frequency.ts";
import type { LiveValue } from "#protocol/viewer/messages.ts";
import type { SiteLines } from "../equipment/lines.ts";
import type { LatestValue, LatestValues } from "./latest-values.ts";
import type { RegisterIds } from "./register-ids.ts";

/** The newest sample of each register as viewers see it: the frequency of a line without voltage is missing. */
export class LiveValues {
  readonly #registers: RegisterIds;
  readonly #latest: LatestValues;
  readonly #lines: SiteLines;
  readonly #values = new Map<string, LiveValue>();
  /** The lines by which frequencies are shown; null until something needs the tree, which a poll of the site does not. */
  #shown: LineVoltages | null = null;

  constructor(registers: RegisterIds, latest: LatestValues, lines: SiteLines) {
    this.#registers = registers;
    this.#latest = latest;
    this.#lines = lines;
  }

  get values(): ReadonlyMap<string, LiveValue> {
    this.readLines();
    return this.#values;
  }

  /** The values of registers that every site has. They do not depend on the tree, which is not read for them. */
  get ofSite(): ReadonlyMap<string, LiveValue> {
    return this.#values;
  }

  /** Reads the lines of the site. Call it before samples are taken. */
  readLines(): void {
    if (this.#shown === null) this.followLines();
  }

  /** Returns the newest sample of a register as it was sent; undefined without any. */
  sent(address: string): LiveValue | undefined {
    const latest = this.#latestOf(address);
    return latest && { v: latest.value, at: latest.countsAt };
  }

  /**
   * Shows the newest sample of a register.
   * @param changed receives the values that changed
   */
  show(latest: LatestValue, changed?: Map<string, LiveValue>): void {
    this.#showOne(latest, changed);
    // A voltage decides about the frequencies of its line, which may not have been sent again.
    const frequencies = this.#own.frequenciesOf.get(this.#registers.addressOf(latest.id));
    for (const frequency of frequencies ?? []) {
      const other = this.#latestOf(frequency);
      if (other !== undefined) this.#showOne(other, changed);
    }
  }

  /**
   * Shows the frequencies again after the lines of the site changed.
   * @returns the values that changed
   */
  followLines(): ReadonlyMap<string, LiveValue> {
    const changed = new Map<string, LiveValue>();
    const { current } = this.#lines;
    if (this.#shown === current) return changed;
    const before = this.#own.voltagesOf.keys();
    this.#shown = current;
    for (const frequency of new Set([...before, ...current.voltagesOf.keys()])) {
      const latest = this.#latestOf(frequency);
      if (latest !== undefined) this.#showOne(latest, changed);
    }
    return changed;
  }

  #showOne(latest: LatestValue, changed?: Map<string, LiveValue>): void {
    const address = this.#registers.addressOf(latest.id);
    const v = this.#isMeasured(latest, address) ? latest.value : null;
    const live = { v, at: latest.countsAt };
    if (this.#values.get(address)?.v !== v) changed?.set(address, live);
    this.#values.set(address, live);
  }

  /** Whether the line of a frequency has voltage, at the same instant or since. */
  #isMeasured({ at }: LatestValue, address: string): boolean {
    const voltages = this.#own.voltagesOf.get(address);
    if (voltages === undefined) return true;
    const measured = voltages.flatMap((voltage) => {
      const latest = this.#latestOf(voltage);
      return latest !== undefined && latest.at >= at ? [latest.value] : [];
    });
    return isLiveLine(measured);
  }

  get #own(): LineVoltages {
    return this.#shown ?? GRID_LINE;
  }

  #latestOf(address: string): LatestValue | undefined {
    const id = this.#registers.idOf(address);
    return id === undefined ? undefined : this.#latest.of(id);
  }
}
