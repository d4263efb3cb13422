/** The energy of a day is forecast within bounds, and better than "as yesterday", on recordings and simulated sites. */
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import {
  averageReports,
  checkSite,
  findMisses,
  type Report,
  readRecordings,
  simulateSites,
} from "./forecast/run.ts";

const { seed, count } = readProbeOptions(process.env.HELIOPORT_PROBE, {
  seed: z.coerce.number().int().default(1),
  /** Days of each simulated site after the 60 that it learns from. */
  count: z.coerce.number().int().min(10).default(120),
});
/**
 * The simulated times begin here: days of late winter to summer are forecast, and days of autumn to the end of winter,
 * in which the sun stays below the horizon in the far north, and learning starts again.
 */
const STARTS = [
  { season: "spring and summer", start: Date.UTC(2026, 1, 1) },
  { season: "autumn and winter", start: Date.UTC(2025, 8, 1) },
];
const CASES = [
  { label: "irradiance as it was", off: null },
  { label: "irradiance as a forecast with errors", off: seed },
];
const misses: string[] = [];
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function show(name: string, report: Report): Report {
  console.log(name);
  for (const [kind, score] of Object.entries(report)) {
    if (score === null) continue;
    const { days, error, asYesterday, within } = score;
    console.log(
      `  ${kind}: ${days} days, error ${percent(error)}, as yesterday ${percent(asYesterday)}, ` +
        `within the band ${percent(within)}`,
    );
  }
  return report;
}

function judge(name: string, report: Report): void {
  misses.push(...findMisses(report).map((miss) => `${name}: ${miss}`));
}

console.log(`seed ${seed}`);
for (const site of readRecordings())
  for (const { label, off } of CASES) {
    const name = `${site.name}, ${label}`;
    judge(name, show(name, checkSite(site, off)));
  }
for (const { season, start } of STARTS) {
  const sites = simulateSites(seed, count, start);
  for (const { label, off } of CASES) {
    const of = `${season}, ${label}`;
    const reports = sites.map((site) => show(`${site.name}, ${of}`, checkSite(site, off)));
    const name = `all simulated sites, ${of}`;
    judge(name, show(name, averageReports(reports)));
  }
}
for (const miss of misses) console.log(`✗ ${miss}`);
console.log(`misses in all: ${misses.length}`);
if (misses.length > 0) process.exitCode = 1;
