/** Minimum voltage of a live line, V; below it the measured frequency is noise (specification, section 9). */
const LIVE_LINE_V = 40;

/**
 * Returns whether a line is live: a phase has a voltage, or no phase is known.
 * @param phases voltages of the phases, V
 */
export function isLiveLine(phases: readonly (number | string | null | undefined)[]): boolean {
  let isKnown = false;
  for (const phase of phases) {
    if (typeof phase !== "number") continue;
    if (Math.abs(phase) >= LIVE_LINE_V) return true;
    isKnown = true;
  }
  return !isKnown;
}
