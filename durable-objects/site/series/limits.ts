import { DAY_MS, QUARTER_MS } from "#domain/units/durations.ts";

/** Sizes of the stored rows. Tests make these small to reach every edge with little data. */
export type SeriesLimits = {
  /** Maximum number of registers over a site's life: each stays known, with its newest value, in memory. */
  readonly registers: number;
  /** Maximum bytes of one stored segment; the platform takes rows of up to 2 MB. */
  readonly segmentBytes: number;
  /**
   * Maximum bytes of a segment before compression: repeated texts compress to almost nothing and are read as a whole.
   */
  readonly unpackedBytes: number;
  /** Maximum instants × registers of one segment, so that each is quick to read and write. */
  readonly segmentCells: number;
  /**
   * Maximum instants × registers of a block, so that reading a day reads little else: for dense samples with rollups,
   * and for sparse ones, whose block would otherwise span over a month.
   */
  readonly blockCells: number;
  readonly thinBlockCells: number;
  /** The write buffer is closed once it has this many bytes and `bufferBatches` batches. */
  readonly bufferBytes: number;
  /** Batches of a full write buffer, plus or minus a quarter, so that sites do not close theirs at once. */
  readonly bufferBatches: number;
  /** Maximum size of the write buffer, in bytes and in instants × registers. */
  readonly maxBufferBytes: number;
  readonly maxBufferCells: number;
  /** Number of chunks from which compaction is due. */
  readonly chunksBeforeCompaction: number;
  /** Instants × registers that one call of `compact` reads, plus or minus one segment. */
  readonly compactionCells: number;
  /** Maximum bytes that one call of `compact` reads; texts have many. */
  readonly compactionBytes: number;
  /** Instants per bucket from which rollups are stored beside the samples. */
  readonly rollupInstants: number;
  /** Length of a rollup's bucket, ms. The days of every zone begin with one, and blocks are cut between them. */
  readonly rollupMs: number;
  /** Maximum number of rollups in memory while they are joined; they take a hundredth of an object's memory. */
  readonly rollupsAtOnce: number;
  /** Registers and days in one row of local days. */
  readonly dayRegisters: number;
  readonly dayRow: number;
  /** Duration for which expiry pauses after samples arrived that are older than the retention, ms. */
  readonly restMs: number;
};

export const SERIES_LIMITS: SeriesLimits = {
  // Ten times the largest tree, some 10 MB of the 128 that an object has.
  registers: 40_000,
  segmentBytes: 256 * 1024,
  unpackedBytes: 4 * 1024 * 1024,
  segmentCells: 2 ** 18,
  blockCells: 2 ** 17,
  thinBlockCells: 2 ** 16,
  bufferBytes: 16 * 1024,
  bufferBatches: 48,
  maxBufferBytes: 256 * 1024,
  maxBufferCells: 2 ** 17,
  chunksBeforeCompaction: 16,
  compactionCells: 2 ** 18,
  compactionBytes: 8 * 1024 * 1024,
  rollupInstants: 30,
  rollupMs: QUARTER_MS,
  rollupsAtOnce: 2 ** 16,
  dayRegisters: 128,
  dayRow: 64,
  restMs: DAY_MS,
};

/** Limits of a segment for readers: above what is written, so that the limits may still grow. */
export const MAX_SEGMENT_INSTANTS = 2 ** 18;
export const MAX_SEGMENT_CELLS = 2 ** 20;
