import { findFrozen, openSpan } from "./find-frozen.ts";
import type { FrozenRows, FrozenSpan, Judgement } from "./frozen-rows.ts";
import type { SeriesLimits } from "./limits.ts";
import type { SampleRows } from "./sample-rows.ts";
import { type Channel, SampleSet } from "./sample-set.ts";
import { decodeSegment } from "./segment.ts";

/** So many registers of a site are judged, those that it had first. */
const MAX_CHECKED_REGISTERS = 1_000;
/** So much as so many turns fold is judged while somebody waits for it: some days at ten seconds. */
const TURNS_AT_ONCE = 4;
/** So many judgements are kept as they were made, and of what is older one for so much time. */
const NEWEST_KEPT = 8;
const KEPT_EACH_MS = 32 * 86_400_000;
const BEGINNING: Judgement = { at: Number.MIN_SAFE_INTEGER, states: new Map() };

type ReadSamples = (
  ids: ReadonlySet<number>,
  from: number,
  until: number,
) => ReadonlyMap<number, Channel>;

/**
 * Which values are frozen (docs/decisions/0014). Whoever judges a series has to have read all of it, so the blocks are
 * read once, in order of time, a few in a turn; what was known at their end is kept. Where something comes late, reading
 * goes back to what was known before it.
 */
export class FrozenRecord {
  readonly #samples: SampleRows;
  readonly #rows: FrozenRows;
  readonly #limits: Pick<SeriesLimits, "foldCells">;
  /** Ids of the registers that are judged, those that were known first in front. */
  readonly #judged: () => Iterable<number>;

  constructor(
    samples: SampleRows,
    rows: FrozenRows,
    limits: Pick<SeriesLimits, "foldCells">,
    judged: () => Iterable<number>,
  ) {
    this.#samples = samples;
    this.#rows = rows;
    this.#limits = limits;
    this.#judged = judged;
  }

  /** Judges a few blocks more. False where there are none. */
  judge(): boolean {
    const before = this.#newest();
    const until = this.#samples.endOfBlocks(before.at, this.#limits.foldCells);
    if (until === null) return false;
    const { states, spans } = this.#readOn(before, until);
    for (const [id, own] of spans) for (const span of own) this.#rows.writeSpan(id, span);
    this.#rows.writeJudgement({ at: until, states });
    this.#thinOut();
    return until <= (this.#samples.blockRange()?.to ?? until - 1);
  }

  /** Whether an instant was judged. */
  hasJudged(at: number): boolean {
    return this.#newest().at > at;
  }

  /** Keeps what is known at an instant that was judged: what is before it will be forgotten. */
  settleAt(at: number): void {
    const before = this.#rows.judgement(at) ?? BEGINNING;
    if (before.at < at) {
      const { states } = this.#readOn(before, at);
      this.#rows.writeJudgement({ at, states });
    }
    for (const older of this.#rows.judgements()) if (older < at) this.#rows.removeJudgement(older);
  }

  /** Something came that is as old as this: what was judged after that is to be judged again. */
  goBackTo(at: number): void {
    let isKnown = true;
    for (const later of this.#rows.judgements()) {
      if (later <= at) break;
      this.#rows.removeJudgement(later);
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
   * The frozen stretches that touch a span of time, what is not judged yet included; registers that are not judged, or
   * of which too much is still to be, are left out.
   * @param fresh the oldest instant that is not folded yet
   * @param read reads everything stored
   */
  read(
    ids: ReadonlySet<number>,
    { from, until, fresh }: { from: number; until: number; fresh: number },
    read: ReadSamples,
  ): Map<number, FrozenSpan[]> {
    const judged = this.#judgedIds();
    const wanted = [...ids].filter((id) => judged.has(id));
    const found = new Map<number, FrozenSpan[]>();
    if (wanted.length === 0) return found;
    const known = this.#rows.judgement(fresh) ?? BEGINNING;
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

  /** What is known at an instant, by what is folded until then, and the stretches that were found. */
  #readOn(before: Judgement, until: number) {
    const ids = this.#judgedIds();
    const set = new SampleSet();
    for (const { data } of this.#samples.blocksBetween(before.at, until))
      set.add(decodeSegment(data, ids), before.at, until);
    const states = new Map(before.states);
    const spans = new Map<number, FrozenSpan[]>();
    for (const [id, channel] of set.channels()) {
      const found = findFrozen(states.get(id), channel);
      spans.set(id, found.spans);
      states.set(id, found.state);
    }
    return { states, spans };
  }

  /** What of a register's stretches was known at an instant, and what followed. */
  #goOn(
    { at, states }: Judgement,
    id: number,
    spans: readonly FrozenSpan[],
    channel: Channel,
    from: number,
    until: number,
  ): FrozenSpan[] {
    const state = states.get(id);
    const open = openSpan(state);
    const later = findFrozen(state, channel).spans;
    const isRenewed = later[0] !== undefined && later[0].from === open?.from;
    const ended = spans.filter((span) => span.to < at && span.from !== open?.from);
    const all = [...ended, ...(open === null || isRenewed ? [] : [open]), ...later];
    return all.filter((span) => span.from < until && span.to >= from);
  }

  #newest(): Judgement {
    return this.#rows.judgement(Number.MAX_SAFE_INTEGER) ?? BEGINNING;
  }

  /** Whether what is folded since then is quickly read. */
  #isShort(since: number): boolean {
    return this.#samples.cellsSince(since) <= TURNS_AT_ONCE * this.#limits.foldCells;
  }

  #judgedIds(): ReadonlySet<number> {
    const ids = new Set<number>();
    for (const id of this.#judged()) {
      if (ids.size === MAX_CHECKED_REGISTERS) break;
      ids.add(id);
    }
    return ids;
  }

  #thinOut(): void {
    const older = this.#rows.judgements().slice(NEWEST_KEPT).reverse();
    let kept: number | null = null;
    for (const at of older) {
      const part = Math.floor(at / KEPT_EACH_MS);
      if (part === kept) this.#rows.removeJudgement(at);
      kept = part;
    }
  }
}

const NO_SAMPLES: Channel = { at: [], values: [] };
