/** How the store cuts what it keeps. Tests make these small to reach every seam with little data. */
export type SeriesLimits = {
  /** Registers that a site may have over its whole life: each stays known, with its newest value, in memory. */
  readonly registers: number;
  /** Most bytes of one stored piece; the platform takes rows of up to 2 MB. */
  readonly segmentBytes: number;
  /** … and before it was packed: texts that repeat each other pack to next to nothing, and are read whole. */
  readonly unpackedBytes: number;
  /** Most instants × registers of one piece, so that each is quick to read and to write. */
  readonly segmentCells: number;
  /**
   * The same of what is kept in blocks, so that whoever asks for a day reads little else: where samples lie densely
   * enough for rollups, and where they lie more thinly and such a block would reach over a month.
   */
  readonly blockCells: number;
  readonly thinBlockCells: number;
  /** The tail is closed once it has this size … */
  readonly bufferBytes: number;
  /** … and holds this many batches, give or take a quarter, so that sites do not close theirs in step … */
  readonly bufferBatches: number;
  /** … or is so large, in bytes or in instants × registers. */
  readonly maxBufferBytes: number;
  readonly maxBufferCells: number;
  /** So many closed chunks are worth folding into blocks. */
  readonly chunksBeforeCompaction: number;
  /** Instants × registers that one call of `compact` reads, give or take one piece. */
  readonly compactionCells: number;
  /** … and their bytes, which texts make many of. */
  readonly compactionBytes: number;
  /** Of what lies so densely that a bucket has this many instants, rollups are kept beside the samples. */
  readonly rollupInstants: number;
  /** A bucket of them, ms. Every zone's days begin with one. Blocks are cut between them. */
  readonly rollupMs: number;
  /** So many rollups may be in memory at once where many are joined to few: a hundredth of what an object may hold. */
  readonly rollupsAtOnce: number;
  /** So many registers' days are kept in a row, and so many days. */
  readonly dayRegisters: number;
  readonly dayRow: number;
  /** For so long nothing is forgotten after samples came that are older than samples are kept, ms. */
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
  rollupMs: 15 * 60_000,
  rollupsAtOnce: 2 ** 16,
  dayRegisters: 128,
  dayRow: 64,
  restMs: 24 * 3_600_000,
};

/** What a reader believes of a segment: above what is written, so that the limits may still grow. */
export const MAX_SEGMENT_INSTANTS = 2 ** 18;
export const MAX_SEGMENT_CELLS = 2 ** 20;
