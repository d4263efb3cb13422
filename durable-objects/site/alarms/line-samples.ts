import type { RegisterValue } from "#domain/registers/register.ts";
import { isLiveLine } from "#domain/units/missing-frequency.ts";
import type { SiteLines } from "../equipment/lines.ts";
import type { RawSamples } from "../series/raw-samples.ts";
import type { SampleBatch } from "../series/sample-batch.ts";
import type { SeriesStore } from "../series/series-store.ts";

const NONE: readonly string[] = [];

type Deps = {
  series: Pick<SeriesStore, "rawSamples" | "throughOf" | "knows">;
  lines: SiteLines;
};

/**
 * Samples as limits are compared with them: a frequency on a line without voltage is no value. The voltages of the same
 * instant decide, which may arrive in another batch.
 */
export class LineSamples {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Reads samples and nulls of a register from `from` to before `until`, ms UTC. */
  read(address: string, from: number, until: number): RawSamples {
    const { series } = this.#deps;
    const found = series.rawSamples(address, from, until);
    const voltages = this.#voltagesOf(address);
    const [first, last] = [found.times[0], found.times.at(-1)];
    if (voltages.length === 0 || first === undefined || last === undefined) return found;
    const phases = voltages.map((voltage) => {
      const { times, column } = series.rawSamples(voltage, first, last + 1);
      return new Map(times.map((at, index) => [at, column[index]]));
    });
    const column = found.column.map((value, index) => {
      const at = found.times[index] ?? 0;
      return isLiveLine(phases.map((phase) => phase.get(at))) ? value : null;
    });
    return { times: found.times, column };
  }

  /**
   * Returns the values of a batch that may change an alarm. Those of a line are left out only if the batch has the
   * voltages of all of its phases, because others may be stored.
   */
  ofBatch({ columns }: SampleBatch, address: string): readonly RegisterValue[] | undefined {
    const column = columns.get(address);
    const voltages = this.#voltagesOf(address);
    if (column === undefined || voltages.length === 0) return column;
    const phases = voltages.flatMap((voltage) => {
      const own = columns.get(voltage);
      return own === undefined ? [] : [own];
    });
    const isComplete = voltages.every((one) => columns.has(one) || !this.#deps.series.knows(one));
    if (!isComplete) return column;
    return column.map((value, index) =>
      isLiveLine(phases.map((phase) => phase[index])) ? value : null,
    );
  }

  /** Returns whether voltages of a batch may change which stored samples of a frequency are values. */
  changesStored({ times, columns }: SampleBatch, address: string): boolean {
    const { series } = this.#deps;
    const voltages = this.#voltagesOf(address);
    const [first, last] = [times[0], times.at(-1)];
    if (first === undefined || last === undefined) return false;
    if (!voltages.some((voltage) => columns.has(voltage))) return false;
    const through = series.throughOf(address);
    if (through === null || first > through) return false;
    const hasDead = (values: readonly (RegisterValue | undefined)[]) =>
      values.some((value) => !isLiveLine([value]));
    return voltages.some(
      (voltage) =>
        hasDead(columns.get(voltage) ?? []) ||
        hasDead(series.rawSamples(voltage, first, last + 1).column),
    );
  }

  /** Returns the voltages of the line whose frequency a register measures; empty for other registers. */
  #voltagesOf(address: string): readonly string[] {
    return this.#deps.lines.current.voltagesOf.get(address) ?? NONE;
  }
}
