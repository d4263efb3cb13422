/** Aggregates of one register's numbers in a period, in the register's unit. */
export type RollupFields = {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  /** Instant of the first sample, ms UTC; `lastAt` is that of the last one, `first` and `last` are their values. */
  readonly firstAt: number;
  readonly first: number;
  readonly lastAt: number;
  readonly last: number;
  /** Number of samples less than the one before them; for counters, resets and rollovers. */
  readonly falls: number;
  /** Area above zero under straight lines from sample to sample, value × hours ≥ 0; for power in W, energy in Wh. */
  readonly above: number;
  /** Area below zero, value × hours ≥ 0. */
  readonly below: number;
  /** Duration of those lines, ms. */
  readonly covered: number;
};
