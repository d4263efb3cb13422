/** Decisions of the author about a change as a whole. */
export type ReviewOptions = {
  isAtomic: boolean;
  /** Minutes after which the device reverts; null if it does not. */
  revertMinutes: number | null;
  reason: string;
  confirmed: readonly string[];
  /** Typed names of settings that are written more often than their limit of a day, by address. */
  wear: Readonly<Record<string, string>>;
};
