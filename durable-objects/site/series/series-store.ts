import type { UsualAt } from "#domain/history/bridging.ts";
import type { Rollup } from "#domain/history/rollup.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { LiveValue } from "#protocol/viewer/messages.ts";
import { GRID_ONLY, type SiteLines } from "../equipment/lines.ts";
import { isCounterOfSite, isStaleCheckedOfSite } from "../equipment/stale-checked-registers.ts";
import type { Clock } from "../interfaces.ts";
import { logFailure } from "../log-failure.ts";
import type { BucketSums } from "./bucket-columns.ts";
import { Compactor } from "./compactor.ts";
import { DayRollups, type Days } from "./day-rollups.ts";
import { DeadLines } from "./dead-lines.ts";
import { HistoryReader } from "./history-reader.ts";
import { encodeLatest, restoreLatest } from "./latest-codec.ts";
import { type LatestValue, LatestValues } from "./latest-values.ts";
import { SERIES_LIMITS, type SeriesLimits } from "./limits.ts";
import { LiveValues } from "./live-values.ts";
import { NullRows } from "./null-rows.ts";
import { type RawSamples, readRawSamples } from "./raw-samples.ts";
import { RegisterIds } from "./register-ids.ts";
import { Retention } from "./retention.ts";
import { type DayRollup, decodeQuarters } from "./rollup-codec.ts";
import type { SampleBatch } from "./sample-batch.ts";
import { SampleRows } from "./sample-rows.ts";
import { type Channel, SampleSet } from "./sample-set.ts";
import { decodeSegment } from "./segment.ts";
import { type EncodedSegment, splitBatch, splitSet } from "./split-segments.ts";
import { StaleIndex } from "./stale-index.ts";
import { StaleRows, type StaleSpan } from "./stale-rows.ts";
import { WriteBuffer } from "./write-buffer.ts";

/**
 * All samples of one site, stored before `appendSamples` returns. The caller decides which instants and registers are
 * accepted. Resending, overlapping, shuffling and splitting batches change nothing.
 */
export class SeriesStore {
  readonly #storage: DurableObjectStorage;
  readonly #clock: Pick<Clock, "now">;
  readonly #limits: SeriesLimits;
  readonly #rows: SampleRows;
  readonly #days: DayRollups;
  readonly #history: HistoryReader;
  readonly #staleIndex: StaleIndex;
  readonly #compactor: Compactor;
  readonly #retention: Retention;
  readonly #nulls: NullRows;
  readonly #withNulls: (since: number) => ReadonlySet<string>;
  readonly #lines: SiteLines;
  #registers: RegisterIds;
  #latest = new LatestValues();
  #live: LiveValues;
  #buffer = new WriteBuffer();
  /** Whether the state in memory may differ from the stored one. */
  #isStale = false;

  constructor(
    storage: DurableObjectStorage,
    clock: Pick<Clock, "now">,
    limits: SeriesLimits = SERIES_LIMITS,
    isStaleChecked: (address: string) => boolean = isStaleCheckedOfSite,
    withNulls: (since: number) => ReadonlySet<string> = () => new Set(),
    siteLines: SiteLines = GRID_ONLY,
  ) {
    this.#storage = storage;
    this.#nulls = new NullRows(storage.sql);
    this.#withNulls = withNulls;
    this.#lines = siteLines;
    this.#clock = clock;
    this.#limits = limits;
    this.#rows = new SampleRows(storage.sql);
    this.#registers = new RegisterIds(storage.sql);
    this.#live = new LiveValues(this.#registers, this.#latest, siteLines);
    const lines = new DeadLines(() => this.#registers, siteLines);
    this.#days = new DayRollups(this.#rows, limits, lines, () => this.#registers.addresses.length);
    this.#history = new HistoryReader(this.#rows, limits, lines, this.#days, () => this.#buffer);
    this.#staleIndex = new StaleIndex(this.#rows, new StaleRows(storage.sql), limits, () =>
      this.#registers.idsOf(isStaleChecked),
    );
    const parts = { rows: this.#rows, limits, lines, staleIndex: this.#staleIndex };
    this.#compactor = new Compactor({ ...parts, days: this.#days });
    this.#retention = new Retention({
      ...parts,
      counters: () => this.#registers.idsOf(isCounterOfSite),
      oldestFresh: () => this.#history.oldestFresh,
      fold: () => {
        this.#closeBuffer();
        this.#saveBuffer();
        this.#compactor.fold();
      },
    });
    this.#load();
  }

  /** The newest sample of each register; an instant ahead of the server counts as its time of receipt. */
  get latest(): ReadonlyMap<string, LiveValue> {
    return this.#live.values;
  }

  /** The same of the registers that every site has, such as its power, without reading the tree of the logger. */
  get latestOfSite(): ReadonlyMap<string, LiveValue> {
    return this.#live.ofSite;
  }

  /** Returns the newest sample of a register as it was sent, also a frequency of a line without voltage. */
  latestSent(address: string): LiveValue | undefined {
    return this.#live.sent(address);
  }

  /**
   * Shows the live frequencies again after the logger described other equipment.
   * @returns the live values that changed
   */
  followLines(): ReadonlyMap<string, LiveValue> {
    return this.#live.followLines();
  }

  /** Instant of the newest sample, one ahead of the server counting as its time of receipt; null if empty. */
  get newestAt(): number | null {
    return this.#latest.newest.countsAt;
  }

  /** Returns the newest stored instant that is not ahead of `now`. */
  storedThrough(now: number): number | null {
    const { given, past } = this.#latest.newest;
    return given !== null && given <= now ? given : past;
  }

  /** Whether `compact` should be called soon. */
  get compactionDue(): boolean {
    return this.#compactor.due;
  }

  /** The site's time zone. */
  get timeZone(): string {
    return this.#days.zone;
  }

  /** Sets the site's time zone, for which local days are rolled up again, a few with each `compact`. */
  setTimeZone(zone: string): void {
    if (zone === this.#days.zone) return;
    this.#change(() => this.#compactor.setTimeZone(zone));
  }

  /** The retention: older samples are reduced to rollups, and expired times store nothing. */
  get retention(): Pick<Retention, "years" | "expiredBefore" | "dueAt"> {
    return this.#retention;
  }

  /**
   * Sets how long samples are kept.
   * @param years null keeps samples without limit
   */
  setRetention(years: number | null): void {
    this.#change(() => this.#retention.setYears(years, this.#clock.now()));
  }

  /** Takes a bounded step of expiry, due at `retention.dueAt`. */
  expire(): void {
    this.#change(() => this.#retention.step(this.#clock.now()));
  }

  /** Returns a check, to be called once per register, whether a batch's registers can be stored. */
  admission(): (address: string) => boolean {
    return this.#registers.admission(this.#limits.registers);
  }

  /**
   * Stores a batch, or throws and stores nothing.
   * @returns the live values that changed
   */
  appendSamples(given: SampleBatch): ReadonlyMap<string, LiveValue> {
    const changed = new Map<string, LiveValue>();
    this.#refresh();
    const batch = this.#retention.withoutExpired(given);
    const [oldest] = batch.times;
    if (oldest === undefined || batch.columns.size === 0) return changed;
    const receivedAt = this.#clock.now();
    this.#live.readLines();
    this.#retention.note(oldest, receivedAt);
    const unknown = this.#registers.unknownOf(batch.columns.keys());
    const known = unknown.length === 0 ? this.#cut(batch) : null;
    const take = () => {
      this.#registers.admit(unknown);
      for (const part of known ?? this.#cut(batch)) {
        if (this.#buffer.isFullFor(part, this.#limits)) this.#closeBuffer();
        this.#buffer.add({ ...part, receivedAt });
        for (const latest of this.#latest.take(part.segment, receivedAt))
          this.#live.show(latest, changed);
      }
      this.#saveBuffer();
    };
    const [part, another] = known ?? [];
    const isOneRow =
      part !== undefined && another === undefined && !this.#buffer.isFullFor(part, this.#limits);
    this.#change(take, isOneRow);
    return changed;
  }

  /** Returns the stored values from `from` to before `until`. Addresses without any are left out. */
  samples(addresses: Iterable<string>, from: number, until: number): Map<string, Channel> {
    return this.#registers.named(this.#history.samples(this.#ids(addresses), from, until));
  }

  /** Returns the stored values as they were sent, also frequencies of lines without voltage. */
  samplesSent(addresses: Iterable<string>, from: number, until: number): Map<string, Channel> {
    return this.#registers.named(this.#history.samplesSent(this.#ids(addresses), from, until));
  }

  /** Returns the stored values if there are at most `most`, else null. */
  samplesUpTo(most: number, addresses: Iterable<string>, from: number, until: number) {
    const found = this.#history.samplesUpTo(most, this.#ids(addresses), from, until);
    return found && this.#registers.named(found);
  }

  /**
   * Returns rollups of the numbers between each two edges (ascending, ms UTC), null for an empty bucket. Addresses
   * without any are left out. For an edge inside a quarter of an hour its samples are read.
   */
  rollups(addresses: Iterable<string>, edges: readonly number[]): Map<string, (Rollup | null)[]> {
    return this.#registers.named(this.#history.buckets(this.#ids(addresses), edges));
  }

  /** Returns the sums of buckets that a curve shows. Addresses without any numbers are left out. */
  sums(addresses: Iterable<string>, edges: readonly number[]): Map<string, BucketSums> {
    return this.#registers.named(
      this.#history.sums(this.#ids(addresses), edges, this.#clock.now()),
    );
  }

  /** Returns rollups of local days in the site's zone, from `first` to before `end`, counted from 1970-01-01. */
  dayRollups(addresses: Iterable<string>, days: Days): Map<string, (DayRollup | null)[]> {
    return this.#registers.named(this.#history.days(this.#ids(addresses), days));
  }

  /** Returns the median interval of a register by instant, ms; 0 if it is at most a minute. */
  usualAt(address: string): UsualAt {
    const [id] = this.#ids([address]);
    return id === undefined ? () => 0 : this.#history.usualAt(id);
  }

  get now(): number {
    return this.#clock.now();
  }

  /**
   * Returns the stale intervals that touch a time span, each from its first to its last sample. Registers that are not
   * checked, or not yet, are left out.
   */
  staleSpans(addresses: Iterable<string>, from: number, until: number): Map<string, StaleSpan[]> {
    const ids = this.#ids(addresses);
    const span = { from, until, fresh: this.#history.oldestFresh };
    const found = this.#staleIndex.read(ids, span, (...asked) => this.#history.samples(...asked));
    return this.#registers.named(found);
  }

  /**
   * Returns the samples of a register as they were sent, from `from` to before `until`, with the nulls of registers
   * that keep them: those of the write buffer, and those stored since the register keeps them.
   */
  rawSamples(address: string, from: number, until: number): RawSamples {
    this.#refresh();
    const id = this.#registers.idOf(address);
    if (id === undefined) return { times: [], column: [] };
    const stores = { rows: this.#rows, buffer: this.#buffer, nulls: this.#nulls };
    return readRawSamples(stores, id, from, until);
  }

  /** Returns about how many values are stored from `from` to before `until`, without those of the write buffer. */
  cellsBetween(from: number, until: number): number {
    return this.#rows.cellsBetween(from, until);
  }

  /**
   * Returns an instant, at most `until`, up to which about `most` values of all registers are stored from `from` on, as
   * far as they are compacted.
   */
  endOfCells(from: number, until: number, most: number): number {
    return Math.min(until, this.#rows.endOfBlocks(from, most) ?? until);
  }

  /**
   * Returns the instant through which samples of a register may exist, ms UTC: that of its newest sample, or of the
   * newest one of the site if that is ahead of the server; null without samples.
   */
  throughOf(address: string): number | null {
    this.#refresh();
    const { given, countsAt } = this.#latest.newest;
    if (given !== null && countsAt !== null && given > countsAt) return given;
    const id = this.#registers.idOf(address);
    return id === undefined ? null : (this.#latest.of(id)?.at ?? null);
  }

  /** Whether a register ever had a sample. */
  knows(address: string): boolean {
    return this.#registers.idOf(address) !== undefined;
  }

  /** Every address that ever had a sample, in the order of first use. */
  get addresses(): readonly string[] {
    return this.#registers.addresses;
  }

  /** Instants of the oldest and the newest stored sample, ms UTC, also of expired ones; null without any. */
  get span(): { from: number; to: number } | null {
    this.#refresh();
    const ranges = [this.#rows.expired.range(), this.#rows.blockRange()];
    const { oldestFresh } = this.#history;
    const from = Math.min(oldestFresh, ...ranges.map((range) => range?.from ?? oldestFresh));
    const to = this.#latest.newest.given;
    return Number.isFinite(from) && to !== null ? { from, to } : null;
  }

  /** Returns the newest sample of each register as it was sent, in the order of first use. */
  newestSent(): LatestValue[] {
    this.#refresh();
    return [...this.#latest.values()].sort((one, other) => one.id - other.id);
  }

  /** Gives registers their ids, in the order of an archive. */
  admitRegisters(addresses: readonly string[]): void {
    this.#change(() => this.#registers.admit(addresses));
  }

  /** Restores the newest samples from an archive, of which some have no value or count at their time of receipt. */
  restoreNewest(values: readonly (Omit<LatestValue, "id"> & { readonly address: string })[]): void {
    const known = values.flatMap(({ address, ...value }) => {
      const id = this.#registers.idOf(address);
      return id === undefined ? [] : [{ ...value, id }];
    });
    this.#change(() => {
      this.#closeBuffer();
      this.#saveBuffer();
      const { given, countsAt, past } = this.#latest.newest;
      const counted = Math.max(countsAt ?? 0, ...known.map((value) => value.countsAt));
      const newest = Math.max(given ?? 0, ...known.map(({ at }) => at));
      this.#latest.restore({ given: newest, countsAt: counted, past }, known);
      this.#rows.writeLatest(encodeLatest(this.#latest, this.#limits.segmentBytes));
    });
    this.reload();
  }

  /**
   * Reads all rollups and samples of expired times once.
   * @throws UnreadableBytes
   */
  checkExpired(): void {
    const { expired } = this.#rows;
    const all = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const;
    for (const { data, steps } of expired.rollupsBetween(...all))
      decodeQuarters({ data, steps }, this.#limits.rollupMs);
    for (const kept of expired.keptBetween(...all)) decodeSegment(kept);
  }

  /**
   * Takes a step of maintenance.
   * @returns whether more is due
   */
  compact(): boolean {
    if (this.#compactor.due)
      this.#change(() => {
        this.#compactor.step();
        this.#retention.look();
      });
    return this.compactionDue;
  }

  /** Reloads the state after a transaction around `appendSamples` was rolled back. */
  reload(): void {
    this.#isStale = true;
    this.#registers = new RegisterIds(this.#storage.sql);
    this.#latest = new LatestValues();
    this.#live = new LiveValues(this.#registers, this.#latest, this.#lines);
    this.#buffer = new WriteBuffer();
    this.#load();
    this.#isStale = false;
  }

  #ids(addresses: Iterable<string>): ReadonlySet<number> {
    this.#refresh();
    return this.#registers.knownOf(addresses);
  }

  #load(): void {
    this.#compactor.load();
    this.#retention.load();
    for (const part of this.#rows.latest()) restoreLatest(this.#latest, part);
    const row = this.#rows.buffer();
    if (row !== null)
      this.#buffer = WriteBuffer.restore(row, (segment, receivedAt) =>
        this.#latest.take(segment, receivedAt),
      );
    for (const latest of this.#latest.values()) this.#live.show(latest);
  }

  #cut({ times, columns }: SampleBatch): EncodedSegment[] {
    const byId = new Map<number, readonly RegisterValue[]>();
    for (const [address, column] of columns) byId.set(this.#registers.idOf(address) ?? 0, column);
    return splitBatch({ times, columns: byId }, this.#limits);
  }

  #saveBuffer(): void {
    this.#rows.saveBuffer(this.#buffer.row);
  }

  /** Stores the write buffer as a chunk, and the latest values, which depended on it, in a row. */
  #closeBuffer(): void {
    const set = new SampleSet();
    const segments = [...this.#buffer.read()].map(({ segment }) => segment);
    for (const segment of segments) set.add(segment);
    const oldest = Math.min(...segments.map(({ times }) => times[0] ?? Number.POSITIVE_INFINITY));
    this.#nulls.add(segments, this.#registers.knownOf(this.#withNulls(oldest)));
    for (const part of splitSet(set, this.#limits, false)) {
      this.#rows.addChunk(part);
      this.#compactor.noteChunk(part);
    }
    this.#rows.writeLatest(encodeLatest(this.#latest, this.#limits.segmentBytes));
    this.#buffer.clear();
  }

  /**
   * Changes storage and memory, both or neither.
   * @param isOneRow whether one row is written, which is atomic
   */
  #change(work: () => void, isOneRow = false): void {
    this.#refresh();
    try {
      if (isOneRow) work();
      else this.#storage.transactionSync(work);
    } catch (error) {
      this.#isStale = true;
      try {
        this.reload();
      } catch (failure) {
        logFailure("samples not readable", failure);
      }
      throw error;
    }
  }

  /** Reloads stale state. Nothing is stored before that: an unread buffer would overwrite acknowledged batches. */
  #refresh(): void {
    if (this.#isStale) this.reload();
  }
}
