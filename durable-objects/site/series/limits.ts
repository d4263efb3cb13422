/** How the store cuts what it keeps. Tests make these small to reach every seam with little data. */
export type SeriesLimits = {
  /** Most bytes of one stored piece; the platform takes rows of up to 2 MB. */
  readonly pieceBytes: number;
  /** Most instants × registers of one piece, so that each is quick to read and to write. */
  readonly pieceCells: number;
  /** The tail is closed once it has this size … */
  readonly tailBytes: number;
  /** … and holds this many batches … */
  readonly tailBatches: number;
  /** … or is so large, in bytes or in instants × registers. */
  readonly maxTailBytes: number;
  readonly maxTailCells: number;
  /** So many closed chunks are worth folding into blocks. */
  readonly chunksBeforeFold: number;
  /** Instants × registers that one call of `compact` reads, give or take one piece. */
  readonly foldCells: number;
};

export const SERIES_LIMITS: SeriesLimits = {
  pieceBytes: 256 * 1024,
  pieceCells: 2 ** 18,
  tailBytes: 16 * 1024,
  tailBatches: 8,
  maxTailBytes: 256 * 1024,
  maxTailCells: 2 ** 17,
  chunksBeforeFold: 16,
  foldCells: 2 ** 18,
};

/** What a reader believes of a segment: above what is written, so that the limits may still grow. */
export const MAX_SEGMENT_INSTANTS = 2 ** 18;
export const MAX_SEGMENT_CELLS = 2 ** 20;
