import { frequencyOfLine, lineVoltagesOf } from "#domain/registers/line-voltages.ts";
import { isLiveLine } from "#domain/units/missing-frequency.ts";
import type { LiveValue } from "#protocol/viewer/messages.ts";
import type { LatestValue, LatestValues } from "./latest-values.ts";
import type { RegisterIds } from "./register-ids.ts";

/** The newest sample of each register as viewers see it: the frequency of a line without voltage is missing. */
export class LiveValues {
  readonly #registers: RegisterIds;
  readonly #latest: LatestValues;
  readonly #values = new Map<string, LiveValue>();

  constructor(registers: RegisterIds, latest: LatestValues) {
    this.#registers = registers;
    this.#latest = latest;
  }

  get values(): ReadonlyMap<string, LiveValue> {
    return this.#values;
  }

  /**
   * Shows the newest sample of a register.
   * @param changed receives the values that changed
   */
  show(latest: LatestValue, changed?: Map<string, LiveValue>): void {
    this.#showOne(latest, changed);
    // A voltage decides about the frequency of its line, which may not have been sent again.
    const frequency = frequencyOfLine(this.#registers.addressOf(latest.id));
    const id = frequency === null ? undefined : this.#registers.idOf(frequency);
    const other = id === undefined ? undefined : this.#latest.of(id);
    if (other !== undefined) this.#showOne(other, changed);
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
    const voltages = lineVoltagesOf(address).flatMap((voltage) => {
      const id = this.#registers.idOf(voltage);
      const latest = id === undefined ? undefined : this.#latest.of(id);
      return latest !== undefined && latest.at >= at ? [latest.value] : [];
    });
    return isLiveLine(voltages);
  }
}
