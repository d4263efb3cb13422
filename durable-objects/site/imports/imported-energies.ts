import { bridgeLimit, type UsualAt } from "#domain/history/bridging.ts";
import type { Energy } from "#domain/history/energy.ts";
import type { Rollup } from "#domain/history/rollup.ts";
import { ENERGY_STEP_MS } from "#domain/imports/import-limits.ts";
import { IMPORT_FLOWS } from "#domain/imports/import-targets.ts";
import { firstNotBefore } from "../series/first-not-before.ts";
import type { SeriesStore } from "../series/series-store.ts";
import type { ImportedPoints, SiteImports } from "./site-imports.ts";

/** Share of a bucket that the logger accounts for from which nothing is missing. */
const WHOLE = 0.999;

type Store = Pick<SeriesStore, "rollups" | "now">;
/** The registers from which the logger's energy of a flow is read. */
type Source = { counter: string; power: string; usualAt: UsualAt };

/** Energies of imports, which count where the logger has none. */
export class ImportedEnergies {
  readonly #store: Store;
  readonly #flows: ReadonlyMap<string, ImportedPoints>;

  constructor(
    store: Store,
    imports: Pick<SiteImports, "covers" | "energies">,
    from: number,
    until: number,
  ) {
    this.#store = store;
    this.#flows = imports.covers(from, until)
      ? imports.energies(IMPORT_FLOWS, from - ENERGY_STEP_MS, until)
      : new Map();
  }

  /**
   * Completes an energy of the logger with that of imports, in quarters of an hour in which the logger has neither the
   * counter nor the power.
   */
  complete(
    energy: Energy,
    flow: string,
    [from, to]: readonly [number, number],
    source: Source,
  ): Energy {
    const points = this.#flows.get(flow);
    if (points === undefined) return energy;
    const start = firstNotBefore(points.at, from - ENERGY_STEP_MS + 1);
    const end = firstNotBefore(points.at, to);
    if (start === end) return energy;
    const isWhole =
      energy !== null &&
      energy.known * (to - from) >= WHOLE * (Math.min(to, this.#store.now) - from);
    if (isWhole) return energy;
    const isTaken = energy === null ? () => false : this.#takenBy(from, to, source);
    let value = 0;
    let ms = 0;
    for (let place = start; place < end; place++) {
      const at = points.at[place] ?? 0;
      if (isTaken(at)) continue;
      // Periods that are clipped inside a quarter take their share of it.
      const share = Math.min(to, at + ENERGY_STEP_MS) - Math.max(from, at);
      value += ((points.values[place] ?? 0) * share) / ENERGY_STEP_MS;
      ms += share;
    }
    if (ms === 0) return energy;
    const covered = ms / (to - from);
    return {
      value: value + (energy?.value ?? 0),
      quality:
        energy === null || energy.quality === "measured" || energy.quality === "derived"
          ? "imported"
          : energy.quality,
      known: Math.min(1, covered + (energy?.known ?? 0)),
      coverage: Math.min(1, covered + (energy?.coverage ?? 0)),
    };
  }

  /** Finds the quarters of an hour that the logger accounts for: of a counter all between its first and last sample. */
  #takenBy(
    from: number,
    to: number,
    { counter, power, usualAt }: Source,
  ): (quarter: number) => boolean {
    const edges = [from];
    for (
      let edge = (Math.floor(from / ENERGY_STEP_MS) + 1) * ENERGY_STEP_MS;
      edge < to;
      edge += ENERGY_STEP_MS
    )
      edges.push(edge);
    edges.push(to);
    const found = this.#store.rollups([counter, power], edges);
    const spans = [spanOf(found.get(counter)), ...runsOf(found.get(power), usualAt)];
    return (quarter) =>
      spans.some(
        (span) => span !== null && span.from < quarter + ENERGY_STEP_MS && span.to > quarter,
      );
  }
}

type Span = { from: number; to: number };

function spanOf(rollups: readonly (Rollup | null)[] | undefined): Span | null {
  const held = rollups?.filter((rollup) => rollup !== null) ?? [];
  const [first, last] = [held[0], held.at(-1)];
  return first === undefined || last === undefined
    ? null
    : { from: first.firstAt, to: last.lastAt };
}

/** Joins samples whose distance is within the bridge limit. */
function runsOf(rollups: readonly (Rollup | null)[] | undefined, usualAt: UsualAt): Span[] {
  const runs: Span[] = [];
  for (const rollup of rollups ?? []) {
    if (rollup === null) continue;
    const last = runs.at(-1);
    if (last !== undefined && rollup.firstAt - last.to <= bridgeLimit(usualAt(last.to)))
      last.to = rollup.lastAt;
    else runs.push({ from: rollup.firstAt, to: rollup.lastAt });
  }
  return runs;
}
