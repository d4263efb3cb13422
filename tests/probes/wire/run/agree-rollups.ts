import type { Rollup } from "#domain/history/rollup.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { SERIES_LIMITS } from "#durable-objects/site/series/limits.ts";
import { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import { HistoryModel } from "../../histories/history-model.ts";
import type { SiteModel } from "../model/site-model.ts";

const QUARTER_MS = SERIES_LIMITS.rollupMs;
/** Adding up in another order, and areas that are kept to a ten-thousandth a quarter, differ by this at most. */
const ROUNDED = 1e-9;
const ROUNDED_AREA = 1e-4;
const ROUNDED_HOLD = 1e-6;
const INEXACT: readonly string[] = ["sum", "above", "below", "held"];

/** Undoes what was folded to look at it. */
class Undo extends Error {}

/**
 * In what the rollups of an object differ from those of a plain map of all values: of the quarters of an hour and the
 * UTC days that have samples, as it lies and once everything is folded. Nothing is changed by looking.
 */
export function compareRollups(storage: DurableObjectStorage, model: SiteModel): string[] {
  const plain = new HistoryModel();
  for (const [address, values] of model.samples.stored)
    for (const [at, value] of values)
      plain.appendSamples({ times: [at], columns: new Map([[address, [value]]]) });
  const found: string[] = [];
  try {
    storage.transactionSync(() => {
      const limits = { ...SERIES_LIMITS, maxBufferBytes: 1, chunksBeforeCompaction: 1 };
      const store = new SeriesStore(storage, { now: () => model.now }, limits);
      store.setTimeZone("UTC");
      found.push(...compare("as it lies", store, plain, model));
      foldAll(store, model);
      found.push(...compare("folded", store, plain, model));
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return found;
}

/** A value that is known is sent again, which closes the tail; then all that is due is folded. */
function foldAll(store: SeriesStore, model: SiteModel): void {
  const [address, values] = [...model.samples.stored][0] ?? [];
  const [at, value] = [...(values ?? [])][0] ?? [];
  if (address === undefined || at === undefined || value === undefined) return;
  store.appendSamples({ times: [at], columns: new Map([[address, [value]]]) });
  while (store.compact());
}

function compare(
  when: string,
  store: SeriesStore,
  plain: HistoryModel,
  { samples }: SiteModel,
): string[] {
  const found: string[] = [];
  for (const [address, values] of samples.stored) {
    for (const [first, end] of edgesOf(values.keys(), QUARTER_MS)) {
      const edges = [first * QUARTER_MS, end * QUARTER_MS] as const;
      const reported = store.rollups([address], edges).get(address)?.[0] ?? null;
      report(`quarter ${edges[0]}`, reported, plain.rollupOf(address, ...edges, "UTC"));
    }
    for (const [first, end] of edgesOf(values.keys(), DAY_MS)) {
      const days = store.dayRollups([address], { first, end }).get(address) ?? [];
      report(
        `day ${first}`,
        days[0] ?? null,
        plain.rollupOf(address, first * DAY_MS, end * DAY_MS, "UTC"),
      );
    }
    function report(what: string, reported: Rollup | null, wanted: Rollup | null) {
      if (!isSame(reported, wanted))
        found.push(
          `the rollup of ${what} of ${address}, ${when}: ${JSON.stringify(reported)}, not ${JSON.stringify(wanted)}`,
        );
    }
  }
  return found;
}

/** Of each bucket with an instant its number and the next one. */
function edgesOf(instants: Iterable<number>, bucketMs: number): [number, number][] {
  const numbers = new Set([...instants].map((at) => Math.floor(at / bucketMs)));
  return [...numbers].map((number) => [number, number + 1]);
}

function isSame(reported: Rollup | null, wanted: Rollup | null): boolean {
  if (reported === null || wanted === null) return reported === wanted;
  const size = Math.max(Math.abs(wanted.min), Math.abs(wanted.max)) * wanted.count;
  return (Object.keys(wanted) as (keyof Rollup)[]).every((figure) => {
    const differ = Math.abs(reported[figure] - wanted[figure]);
    if (!INEXACT.includes(figure)) return differ === 0;
    if (figure === "held") return differ <= ROUNDED_HOLD * size * (1 + wanted.heldMs);
    return differ <= ROUNDED * size + (figure === "sum" ? 0 : ROUNDED_AREA * wanted.count);
  });
}
