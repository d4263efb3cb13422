import { DAY_MS } from "#domain/units/durations.ts";
import { findStale, openSpan } from "./find-stale.ts";
import type { SeriesLimits } from "./limits.ts";
import type { SampleRows } from "./sample-rows.ts";
import { type Channel, SampleSet } from "./sample-set.ts";
import { decodeSegment } from "./segment.ts";
import type { StaleCheckpoint, StaleRows, StaleSpan } from "./stale-rows.ts";

/** Maximum number of checked registers of a site, those known first. */
const MAX_CHECKED_REGISTERS = 1_000;
/** Maximum compaction steps that are checked during a request: some days of samples every ten seconds. */
const MAX_STEPS_AT_ONCE = 4;
/** Maximum number of the newest checkpoints; of older ones one for each interval is kept. */
const MAX_NEWEST_CHECKPOINTS = 8;
/** Interval of older checkpoints, ms. */
const CHECKPOINT_INTERVAL_MS = 32 * DAY_MS;
const BEGINNING: StaleCheckpoint = { at: Number.MIN_SAFE_INTEGER, states: new Map() };

type ReadSamples = (
  ids: ReadonlySet<number>,
  from: number,
  until: number,
) => ReadonlyMap<number, Channel>;

/**
 * Knows which values are stale (docs/decisions/0014). The detection has to read a whole series, so blocks are read
 * once, in order of time, a few in a step, and the state at their end is stored as a checkpoint. Late samples rewind to
 * the checkpoint before them.
 */
export class StaleIndex {
  readonly #samples: SampleRows;
  readonly #rows: StaleRows;
  readonly #limits: Pick<SeriesLimits, "compactionCells">;
  /** Ids of the checked registers, those known first in front. */
  readonly #checked: () => Iterable<number>;

  constructor(
    samples: SampleRows,
    rows: StaleRows,
    limits: Pick<SeriesLimits, "compactionCells">,
    checked: () => Iterable<number>,
  ) {
    this.#samples = samples;
    this.#rows = rows;
    this.#limits = limits;
    this.#checked = checked;
  }

  /**
   * Checks a few more blocks.
   * @returns false if there are none
   */
  check(): boolean {
    const before = this.#newest();
    const until = this.#samples.endOfBlocks(before.at, this.#limits.compactionCells);
    if (until === null) return false;
    const { states, spans } = this.#readOn(before, until);
    for (const [id, own] of spans) for (const span of own) this.#rows.writeSpan(id, span);
    this.#rows.writeCheckpoint({ at: until, states });
    this.#thinOut();
    return until <= (this.#samples.blockRange()?.to ?? until - 1);
  }

  /** Whether an instant was checked. */
  hasChecked(at: number): boolean {
    return this.#newest().at > at;
  }

  /** Stores a checkpoint at a checked instant, before which samples will expire. */
  saveCheckpoint(at: number): void {
    const before = this.#rows.checkpoint(at) ?? BEGINNING;
    if (before.at < at) {
      const { states } = this.#readOn(before, at);
      this.#rows.writeCheckpoint({ at, states });
    }
    for (const older of this.#rows.checkpoints())
      if (older < at) this.#rows.removeCheckpoint(older);
  }

  /** Rewinds after samples of this instant arrived: everything later is checked again. */
  rewindTo(at: number): void {
    let isKnown = true;
    for (const later of this.#rows.checkpoints()) {
      if (later <= at) break;
      this.#rows.removeCheckpoint(later);
      isKnown = false;
    }
    if (isKnown) return;
    const { at: known, states } = this.#newest();
    for (const { id, from } of this.#rows.spansSince(known)) {
      const open = openSpan(states.get(id));
      if (open?.from === from) this.#rows.writeSpan(id, open);
      else this.#rows.removeSpan(id, from);
    }
  }

  /**
   * Returns the stale intervals that touch a time span, including samples not checked yet. Registers that are not
   * checked, or have too many unchecked samples, are left out.
   * @param fresh the oldest instant that is not compacted yet
   * @param read reads all stored samples
   */
  read(
    ids: ReadonlySet<number>,
    { from, until, fresh }: { from: number; until: number; fresh: number },
    read: ReadSamples,
  ): Map<number, StaleSpan[]> {
    const checked = this.#checkedIds();
    const wanted = [...ids].filter((id) => checked.has(id));
    const found = new Map<number, StaleSpan[]>();
    if (wanted.length === 0) return found;
    const known = this.#rows.checkpoint(fresh) ?? BEGINNING;
    const isOpen = (id: number) => {
      const run = known.states.get(id)?.run ?? null;
      return until > known.at || (run !== null && run.from < until);
    };
    const open = new Set(wanted.filter(isOpen));
    const isReadable = open.size === 0 || this.#isShort(known.at);
    const rest =
      open.size > 0 && isReadable ? read(open, known.at, Number.POSITIVE_INFINITY) : null;
    for (const id of wanted) {
      if (open.has(id) && !isReadable) continue;
      const spans = this.#rows.spans(id, from, Math.min(until, known.at));
      const channel = open.has(id) ? (rest?.get(id) ?? NO_SAMPLES) : null;
      found.set(id, channel === null ? spans : this.#goOn(known, id, spans, channel, from, until));
    }
    return found;
  }

  /** Continues the detection over the blocks until an instant and returns its states and intervals. */
  #readOn(before: StaleCheckpoint, until: number) {
    const ids = this.#checkedIds();
    const set = new SampleSet();
    for (const { data } of this.#samples.blocksBetween(before.at, until))
      set.add(decodeSegment(data, ids), before.at, until);
    const states = new Map(before.states);
    const spans = new Map<number, StaleSpan[]>();
    for (const [id, channel] of set.channels()) {
      const found = findStale(states.get(id), channel);
      spans.set(id, found.spans);
      states.set(id, found.state);
    }
    return { states, spans };
  }

  /** Joins the intervals known at a checkpoint with those after it. */
  #goOn(
    { at, states }: StaleCheckpoint,
    id: number,
    spans: readonly StaleSpan[],
    channel: Channel,
    from: number,
    until: number,
  ): StaleSpan[] {
    const state = states.get(id);
    const open = openSpan(state);
    const later = findStale(state, channel).spans;
    const isRenewed = later[0] !== undefined && later[0].from === open?.from;
    const ended = spans.filter((span) => span.to < at && span.from !== open?.from);
    const all = [...ended, ...(open === null || isRenewed ? [] : [open]), ...later];
    return all.filter((span) => span.from < until && span.to >= from);
  }

  #newest(): StaleCheckpoint {
    return this.#rows.checkpoint(Number.MAX_SAFE_INTEGER) ?? BEGINNING;
  }

  /** Whether the blocks since an instant can be read quickly. */
  #isShort(since: number): boolean {
    return this.#samples.cellsSince(since) <= MAX_STEPS_AT_ONCE * this.#limits.compactionCells;
  }

  #checkedIds(): ReadonlySet<number> {
    const ids = new Set<number>();
    for (const id of this.#checked()) {
      if (ids.size === MAX_CHECKED_REGISTERS) break;
      ids.add(id);
    }
    return ids;
  }

  #thinOut(): void {
    const older = this.#rows.checkpoints().slice(MAX_NEWEST_CHECKPOINTS).reverse();
    let kept: number | null = null;
    for (const at of older) {
      const part = Math.floor(at / CHECKPOINT_INTERVAL_MS);
      if (part === kept) this.#rows.removeCheckpoint(at);
      kept = part;
    }
  }
}

const NO_SAMPLES: Channel = { at: [], values: [] };
