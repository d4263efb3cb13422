/** Below this voltage a line is dead, and the frequency measured on it is noise (specification, section 9). */
const LIVE_LINE_V = 40;

/** A frequency (Hz) measured on a line of this voltage (V): missing where the line is dead; true where its voltage is not known. */
export function frequencyOn<Value extends number | string | null>(
  frequency: Value,
  voltage: number | null | undefined,
): Value | null {
  if (voltage === null || voltage === undefined) return frequency;
  return Math.abs(voltage) < LIVE_LINE_V ? null : frequency;
}

/** Whether a line has a voltage, V: true where none of its phases is known. */
export function isLiveLine(phases: readonly (number | string | null | undefined)[]): boolean {
  let isKnown = false;
  for (const phase of phases) {
    if (typeof phase !== "number") continue;
    if (Math.abs(phase) >= LIVE_LINE_V) return true;
    isKnown = true;
  }
  return !isKnown;
}
