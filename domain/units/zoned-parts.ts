/** Making one takes far longer than using it, and there are only so many time zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Year, month, day, hour (00 to 23), minute and `timeZoneName` ("GMT+01:00") of an instant (ms UTC) in a time zone. */
export function zonedParts(
  at: number,
  timeZone: string,
): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  const parts = formatOf(timeZone).formatToParts(at);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "longOffset",
  });
  formats.set(timeZone, made);
  return made;
}
