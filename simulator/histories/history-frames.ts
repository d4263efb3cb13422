import type { RegisterValue } from "#domain/registers/register.ts";
import { type Batch, hasRoomFor, toRealDataUpdate } from "../logger/batch.ts";
import type { Sample } from "../plant/plant.ts";
import type { RecordedHistory } from "./recorded-history.ts";

export type HistoryFrame = {
  id: string;
  frame: string;
  from: number;
  to: number;
  instants: number;
};

/**
 * Yields a history as the 260 frames of a logger that was offline all the time: at full frame size, with a repeated
 * instant in a frame of its own, and the last one marked as the end.
 * @param span limits the samples, its end excluded
 */
export function* framesOf(
  history: Pick<RecordedHistory, "times" | "columns">,
  idPrefix: string,
  span: { from?: number; to?: number } = {},
): Generator<HistoryFrame> {
  let batch: Batch | null = null;
  let count = 0;
  const open = (): Batch => {
    count += 1;
    const columns = [...history.columns.keys()];
    return { id: `${idPrefix}-${count}`, columns, samples: [], isBacklog: true };
  };
  for (const sample of samplesOf(history, span)) {
    if (batch !== null && !hasRoomFor(batch, sample)) {
      yield toFrame(batch, true);
      batch = null;
    }
    batch ??= open();
    batch.samples.push(sample);
  }
  if (batch !== null) yield toFrame(batch, "end");
}

/** Yields the samples row by row, as a plant returns them. */
export function* samplesOf(
  { times, columns }: Pick<RecordedHistory, "times" | "columns">,
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = {},
): Generator<Sample> {
  const all = [...columns.values()];
  for (const [index, at] of times.entries()) {
    if (at < from || at >= to) continue;
    yield { at, values: all.map((column): RegisterValue => column[index] ?? null) };
  }
}

function toFrame(batch: Batch, backlog: true | "end"): HistoryFrame {
  return {
    id: batch.id,
    frame: toRealDataUpdate(batch, backlog),
    from: batch.samples[0]?.at ?? 0,
    to: batch.samples.at(-1)?.at ?? 0,
    instants: batch.samples.length,
  };
}
