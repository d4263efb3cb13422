/** What is kept of one register's numbers in a period. Units are the register's own. */
export type RollupFields = {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  /** Instants of the first and the last sample, ms UTC, and their values. */
  readonly firstAt: number;
  readonly first: number;
  readonly lastAt: number;
  readonly last: number;
  /** How often a sample was less than the one before: of a counter, resets and rollovers. */
  readonly falls: number;
  /** Value × hours above and below zero, straight lines from sample to sample; both ≥ 0. Of power in W: Wh. */
  readonly above: number;
  readonly below: number;
  /** The time of those lines, ms. */
  readonly covered: number;
};
