import { HOUR_MS } from "#domain/units/durations.ts";
/** What may bring a sample into a wrong local day. */
export type ClockCase = {
  name: string;
  zone: string;
  /** YYYY-MM-DD by the site's clocks, in the middle of the days that are looked at; null: today. */
  date: string | null;
  /** By which the logger's clock is ahead of the server's, ms. */
  skewMs?: number;
  /** The site's zone is another one once everything was sent. */
  becomes?: string;
};

const ordinary = (zone: string): ClockCase => ({
  name: `${zone}, an ordinary day`,
  zone,
  date: "2025-06-18",
});
const turns = (zone: string, spring: string, autumn: string): ClockCase[] => [
  { name: `${zone}, clocks go forward`, zone, date: spring },
  { name: `${zone}, clocks go back`, zone, date: autumn },
];
const skewed = (zone: string): ClockCase[] =>
  [26, -26].map((hours) => ({
    name: `${zone}, a logger ${Math.abs(hours)} h ${hours > 0 ? "ahead" : "behind"}`,
    zone,
    date: null,
    skewMs: hours * HOUR_MS,
  }));
const moved = (zone: string, becomes: string, date: string): ClockCase => ({
  name: `${zone} becomes ${becomes}`,
  zone,
  becomes,
  date,
});

/** Forty: even zones and odd ones, days of 23, 23.5, 24.5 and 25 hours, midnights that are left out or come twice. */
export const CLOCK_CASES: readonly ClockCase[] = [
  ordinary("UTC"),
  ordinary("Asia/Kathmandu"),
  ordinary("Australia/Eucla"),
  ordinary("Pacific/Marquesas"),
  ordinary("Pacific/Kiritimati"),
  ordinary("Etc/GMT+12"),
  ...turns("Australia/Sydney", "2024-10-06", "2025-04-06"),
  ...turns("Europe/Berlin", "2025-03-30", "2025-10-26"),
  ...turns("America/New_York", "2025-03-09", "2025-11-02"),
  ...turns("America/St_Johns", "2025-03-09", "2025-11-02"),
  ...turns("Pacific/Chatham", "2024-09-29", "2025-04-06"),
  ...turns("Australia/Lord_Howe", "2024-10-06", "2025-04-06"),
  ...turns("Antarctica/Troll", "2025-03-30", "2025-10-26"),
  // At midnight, or over it.
  ...turns("America/Havana", "2025-03-09", "2025-11-02"),
  ...turns("America/Sao_Paulo", "2018-11-04", "2018-02-17"),
  ...turns("Africa/Cairo", "2025-04-25", "2025-10-30"),
  ...turns("Asia/Beirut", "2025-03-30", "2025-10-25"),
  ...turns("Asia/Tehran", "2022-03-22", "2022-09-21"),
  { name: "Pacific/Apia, a date that never was", zone: "Pacific/Apia", date: "2011-12-31" },
  ...skewed("Australia/Sydney"),
  ...skewed("Asia/Kathmandu"),
  ...skewed("Pacific/Marquesas"),
  moved("Europe/Berlin", "Australia/Sydney", "2025-03-30"),
  moved("Australia/Sydney", "Pacific/Marquesas", "2025-04-06"),
  moved("Asia/Kathmandu", "Australia/Eucla", "2025-06-18"),
];
