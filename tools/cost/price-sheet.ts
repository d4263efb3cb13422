import { type Counts, type Measured, mapCounts, type Stored, sumCounts } from "./counts.ts";
import { ASSUMED, BILLING, PRICES } from "./prices-data.ts";

const DAYS = 365;
const MONTHS = 12;
const GIGABYTE = 1e9;
const MINUTES_A_DAY = 1440;

/** One meter of one case. */
export type Line = {
  meter: string;
  /** For a site and day. */
  quantity: number;
  unit: string;
  /** For a site and year. */
  usd: number;
};
export type Sheet = {
  title: string;
  /** What is counted, in a sentence or two. */
  story: string;
  lines: readonly Line[];
  /** USD for a site and year. */
  total: number;
  /** USD that each further year of samples adds to a site's year. */
  furtherYear: number;
};

/** How a site of the fleet of 100,000 spends its day. */
export const FLEET = { sites: 100_000, watchedMinutes: 10, openings: 1 } as const;
/** How the watched site does. */
export const WATCHED = { hours: 4, openings: 4 } as const;
/** Samples of an hour that is watched, for one of an hour that is not: 1 s for 10 s. */
const WATCHED_SAMPLES = 10;

export function makeSheets(measured: Measured): Sheet[] {
  const { idle60, idle300, opening, watchedHour } = measured;
  const watchedDay = (hours: number, openings: number) =>
    sumCounts([idle60.counts, 1 - hours / 24], [watchedHour, hours], [opening, openings]);
  const watchedStored = (hours: number): Stored => ({
    ...idle60.stored,
    perDay: idle60.stored.perDay * (1 + (hours / 24) * (WATCHED_SAMPLES - 1)),
  });
  const fleetHours = (FLEET.watchedMinutes / MINUTES_A_DAY) * 24;
  return [
    makeSheet(
      "An idle site, 60 s uploads",
      "Nobody watches: samples of each 10 s, uploaded each minute. One reconnection a day.",
      idle60.counts,
      idle60.stored,
    ),
    makeSheet(
      "An idle site, 300 s uploads",
      "The same samples, uploaded each five minutes, and a heartbeat each minute.",
      idle300.counts,
      idle300.stored,
    ),
    makeSheet(
      "A watched site",
      `One person watches for ${WATCHED.hours} hours a day, opening the portal ${WATCHED.openings} times: samples and uploads each second. The rest of the day is idle at 60 s.`,
      watchedDay(WATCHED.hours, WATCHED.openings),
      watchedStored(WATCHED.hours),
    ),
    makeSheet(
      "One of 100,000 sites",
      `Each is opened once a day and watched for ${FLEET.watchedMinutes} minutes; otherwise it is idle at 60 s. The jobs of the whole installation are shared by all.`,
      sumCounts(
        [watchedDay(fleetHours, FLEET.openings), 1],
        [countJobs(measured), 1 / FLEET.sites],
      ),
      watchedStored(fleetHours),
    ),
  ];
}

/** A day of the jobs of an installation, apart from what they do for each site. */
export function countJobs({ sweep }: Measured): Counts {
  const visits = { ...mapCounts(() => 0), workerRequests: 1, workerMs: 1 };
  return sumCounts([visits, MINUTES_A_DAY], [sweep, MINUTES_A_DAY / 5]);
}

/** What they cost in a year, USD. */
export function priceJobs(measured: Measured): number {
  return sumLines(makeLines(countJobs(measured)));
}

function makeSheet(title: string, story: string, day: Counts, stored: Stored): Sheet {
  const perYear = stored.perDay * DAYS;
  const lines = [
    ...makeLines(day),
    {
      meter: "object storage, average of the first year",
      quantity: (stored.standing + perYear / 2) / 1e6,
      unit: "MB",
      usd: ((stored.standing + perYear / 2) / GIGABYTE) * MONTHS * PRICES.objectGigabyte,
    },
    {
      meter: "D1 storage",
      quantity: ASSUMED.databaseBytesASite / 1e6,
      unit: "MB",
      usd: (ASSUMED.databaseBytesASite / GIGABYTE) * MONTHS * PRICES.databaseGigabyte,
    },
  ];
  const furtherYear = (perYear / GIGABYTE) * MONTHS * PRICES.objectGigabyte;
  return { title, story, lines, total: sumLines(lines), furtherYear };
}

function makeLines(day: Counts): Line[] {
  const events = day.objectRequests + day.objectMessages;
  const cpuMs = day.workerMs + day.pages * ASSUMED.pageMs + day.visits * ASSUMED.visitMs;
  const seconds = (day.objectMs + events * ASSUMED.platformMsAnEvent) / 1000;
  const line = (meter: string, quantity: number, unit: string, price: number): Line => ({
    meter,
    quantity,
    unit,
    usd: quantity * price * DAYS,
  });
  return [
    line("Worker requests", day.workerRequests, "requests", PRICES.workerRequest),
    line("Worker CPU", cpuMs, "ms", PRICES.workerCpuMs),
    line(
      "object requests: sockets, visits, alarms",
      day.objectRequests,
      "requests",
      PRICES.objectRequest,
    ),
    line(
      "object messages, 20 for a request",
      day.objectMessages,
      "messages",
      PRICES.objectRequest / BILLING.messagesARequest,
    ),
    line("object duration", seconds * BILLING.objectGigabytes, "GB-s", PRICES.objectGigabyteSecond),
    line("object rows read", day.objectRowsRead, "rows", PRICES.objectRowRead),
    line("object rows written", day.objectRowsWritten, "rows", PRICES.objectRowWritten),
    line("object alarms set", day.alarmsSet, "rows", PRICES.objectRowWritten),
    line("queue operations", day.queueOperations, "operations", PRICES.queueOperation),
    line("D1 rows read", day.databaseRowsRead, "rows", PRICES.databaseRowRead),
    line("D1 rows written", day.databaseRowsWritten, "rows", PRICES.databaseRowWritten),
  ];
}

function sumLines(lines: readonly Line[]): number {
  return lines.reduce((sum, { usd }) => sum + usd, 0);
}
