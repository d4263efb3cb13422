/** Recording that a site's logger replays: where and, if known, on which day the values were measured. */
export type Recording = {
  /** Local day of the recording, YYYY-MM-DD; null if the recording has no date. */
  day: string | null;
  /** Name of the recorded equipment, in the language of its source. */
  source: string;
};

/** Tag of a site whose logger replays a recording. The site list shows it as a translated badge. */
export const RECORDING_TAG = "recording";

/** Returns whether the site list marks a site as a recording. */
export function hasRecordingTag(tags: readonly string[]): boolean {
  return tags.includes(RECORDING_TAG);
}

/** Formats a recording as the value of site register F001. */
export function formatRecording({ day, source }: Recording): string {
  return day === null ? source : `${day} ${source}`;
}

/**
 * Parses the value of site register F001.
 * @returns null if the value names no recording, which is the case for all sites that measure their own values
 */
export function parseRecording(value: unknown): Recording | null {
  if (typeof value !== "string" || value.trim() === "") return null;
  const [, day, source] = /^(\d{4}-\d{2}-\d{2})(?: +(.*))?$/.exec(value.trim()) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(day)))
    return { day: null, source: value.trim() };
  return { day, source: source ?? "" };
}
