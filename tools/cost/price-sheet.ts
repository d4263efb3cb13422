import { type Counts, type Measured, mapCounts, type Stored, sumCounts } from "./counts.ts";
import { ASSUMED, BILLING, PRICES } from "./prices-data.ts";

const DAYS = 365;
const MONTHS = 12;
const GIGABYTE = 1e9;
const MINUTES_A_DAY = 1440;

/** Usage and price of one meter in one case. */
export type Line = {
  meter: string;
  /** Quantity per site and day, in `unit`. */
  quantity: number;
  unit: string;
  /** Price per site and year, USD. */
  usd: number;
};
export type Sheet = {
  title: string;
  /** Description of the case in one or two sentences. */
  story: string;
  lines: readonly Line[];
  /** Price per site and year, USD. */
  total: number;
  /** Maximum price per site and year, USD. */
  bar?: number | undefined;
  /** Measured times by the lower quartile of each kind of event, ms per day. */
  byQuartile: { objectMs: number; workerMs: number };
  byMean: { objectMs: number; workerMs: number; total: number };
  /** Amount that each further year of samples adds to the price of a site and year, USD. */
  furtherYear: number;
};

/** Daily use of each site in the fleet of 100,000 sites. */
export const FLEET = { sites: 100_000, watchedMinutes: 10, openings: 1 } as const;
/** Maximum price of an idle site, and of its alarms, USD per year. */
export const BARS = { idle60: 1, idle300: 0.45, alarms: 0.05 } as const;
/** Alarms of a site in a week, each with two notifications by e-mail: one at its start and one at its end. */
const ALARMS_A_WEEK = 1;
/** Daily use of the watched site. */
export const WATCHED = { hours: 4, openings: 4 } as const;
/** Ratio of the samples in a watched hour (one per second) to those in an idle hour (one every 10 s). */
const WATCHED_SAMPLES = 10;

export function makeSheets(measured: Measured): Sheet[] {
  const { idle60, idle300, opening, watchedHour, alarm } = measured;
  const makeSheet = (title: string, story: string, day: Counts, stored: Stored) =>
    describeSheet({ title, story, day, stored, databaseBytes: measured.databaseBytesASite });
  const watchedDay = (hours: number, openings: number) =>
    sumCounts([idle60.counts, 1 - hours / 24], [watchedHour, hours], [opening, openings]);
  const watchedStored = (hours: number): Stored => ({
    ...idle60.stored,
    perDay: idle60.stored.perDay * (1 + (hours / 24) * (WATCHED_SAMPLES - 1)),
  });
  const fleetHours = (FLEET.watchedMinutes / MINUTES_A_DAY) * 24;
  return [
    {
      ...makeSheet(
        "An idle site, 60 s uploads",
        "No viewers; a sample every 10 s, an upload every minute, one reconnection a day.",
        idle60.counts,
        idle60.stored,
      ),
      bar: BARS.idle60,
    },
    {
      ...makeSheet(
        "An idle site, 300 s uploads",
        "The same samples, with an upload every five minutes and a heartbeat every minute.",
        idle300.counts,
        idle300.stored,
      ),
      bar: BARS.idle300,
    },
    describeAlarms(alarm),
    makeSheet(
      "A watched site",
      `A user watches for ${WATCHED.hours} hours a day and opens the portal ${WATCHED.openings} times, with a sample and an upload each second. The rest of the day is idle with 60 s uploads.`,
      watchedDay(WATCHED.hours, WATCHED.openings),
      watchedStored(WATCHED.hours),
    ),
    makeSheet(
      "One of 100,000 sites",
      `Each site is opened once a day and watched for ${FLEET.watchedMinutes} minutes; otherwise it is idle with 60 s uploads. All but ${measured.rounds.own.toLocaleString("en")} sites are polled through the queue. The cost of the jobs of the whole deployment is divided among all sites.`,
      sumCounts(
        [watchedDay(fleetHours, FLEET.openings), 1],
        [countPollBatches(measured), 1 / FLEET.sites],
        [countJobs(measured), 1 / FLEET.sites],
      ),
      watchedStored(fleetHours),
    ),
  ];
}

function describeAlarms(alarm: Counts): Sheet {
  const sheet = describeSheet({
    title: "Alarms of a site",
    story:
      "Two notifications a week in addition to the above: an alarm that starts and ends, with an e-mail for each, from the site's object to the sent e-mail.",
    day: sumCounts([alarm, ALARMS_A_WEEK / 7]),
    stored: { standing: 0, perDay: 0, files: 0 },
    databaseBytes: 0,
  });
  return { ...sheet, bar: BARS.alarms };
}

/** Returns one day's usage of the jobs of a deployment, without the part that grows with the number of sites. */
export function countJobs({ sweep, nightSweep }: Measured): Counts {
  const polls = { ...mapCounts(() => 0), workerRequests: 1, workerMs: 1, workerMeanMs: 1 };
  return sumCounts([polls, MINUTES_A_DAY], [sweep, MINUTES_A_DAY / 5 - 1], [nightSweep, 1]);
}

/**
 * Returns one day's usage of the queue for the fleet's poll batches. The polls themselves are counted in the day of
 * each site.
 */
export function countPollBatches({ rounds, idle60 }: Measured): Counts {
  const pollsOfAll = idle60.counts.polls * (FLEET.sites - rounds.own);
  return sumCounts([rounds.counts, pollsOfAll / rounds.queued]);
}

/** Returns the price of the jobs, USD per year. */
export function priceJobs(measured: Measured): number {
  return sumLines(makeLines(countJobs(measured)));
}

/** Returns one line for each case that exceeds its maximum price. */
export function listMissed(sheets: readonly Sheet[]): string[] {
  return sheets.flatMap(({ title, total, bar }) =>
    bar === undefined || total <= bar
      ? []
      : [`${title}: ${total.toFixed(4)} USD a year, ${bar.toFixed(2)} at most`],
  );
}

function describeSheet(site: {
  title: string;
  story: string;
  day: Counts;
  stored: Stored;
  databaseBytes: number;
}): Sheet {
  const { title, story, day, stored, databaseBytes } = site;
  const perYear = stored.perDay * DAYS;
  const storage = (meter: string, bytes: number, aMonth: number): Line => ({
    meter,
    quantity: bytes / 1e6,
    unit: "MB",
    usd: (bytes / GIGABYTE) * MONTHS * aMonth,
  });
  const kept = [
    storage(
      "object storage, average of the first year",
      stored.standing + perYear / 2,
      PRICES.objectGigabyte,
    ),
    storage("D1 storage", databaseBytes, PRICES.databaseGigabyte),
    storage("R2 storage", stored.files, PRICES.fileGigabyte),
  ];
  const totalOf = (counts: Counts) => sumLines([...makeLines(counts), ...kept]);
  const { objectMeanMs, workerMeanMs } = day;
  const mean = { ...day, objectMs: objectMeanMs, workerMs: workerMeanMs };
  return {
    title,
    story,
    lines: [...makeLines(day), ...kept],
    total: totalOf(day),
    byQuartile: { objectMs: day.objectMs, workerMs: day.workerMs },
    byMean: { objectMs: objectMeanMs, workerMs: workerMeanMs, total: totalOf(mean) },
    furtherYear: (perYear / GIGABYTE) * MONTHS * PRICES.objectGigabyte,
  };
}

function makeLines(day: Counts): Line[] {
  const events = day.objectRequests + day.objectMessages;
  const cpuMs = day.workerMs + day.pages * ASSUMED.pageMs + day.polls * ASSUMED.pollMs;
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
      "object requests: sockets, polls, alarms",
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
    line(
      "queue operations of poll batches",
      day.batchOperations,
      "operations",
      PRICES.queueOperation,
    ),
    line("D1 rows read", day.databaseRowsRead, "rows", PRICES.databaseRowRead),
    line("D1 rows written", day.databaseRowsWritten, "rows", PRICES.databaseRowWritten),
    line("R2 class A operations", day.filesWritten, "operations", PRICES.fileWritten),
    line("R2 class B operations", day.filesRead, "operations", PRICES.fileRead),
    line("e-mails", day.mails, "e-mails", PRICES.mail),
  ];
}

function sumLines(lines: readonly Line[]): number {
  return lines.reduce((sum, { usd }) => sum + usd, 0);
}
