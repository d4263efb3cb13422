/** Ten years of one site at ten seconds: small enough, as quick to ask as one year, as quick to feed as on its first day. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { DAY_MS } from "#domain/units/durations.ts";
import { seededRandom } from "#simulator/random.ts";
import { startOurs } from "../bench/peers/portal.ts";
import { FINE_STEP_MS } from "../bench/peers/questions.ts";
import type { System } from "../bench/peers/system.ts";
import { TiledHousehold } from "../bench/peers/tiled-household.ts";
import { readProbeOptions } from "../support/probe-options.ts";
import { median, quantile } from "../support/quantiles.ts";

const options = readProbeOptions(process.env.HELIOPORT_PROBE, {
  seed: z.coerce.number().int().default(1),
  years: z.coerce.number().positive().max(20).default(10),
  /** Charts of a year that each site is asked for. */
  count: z.coerce.number().int().positive().default(200),
});
const DAYS_A_YEAR = 365;
const MAX_BYTES = 1e9;
const MAX_OF_YOUNG = 1.5;
const MIN_OF_FIRST = 0.8;
const [OLD, YOUNG] = [0, 1];
/** The ingestion of this many days is reported at the beginning and at the end; the very first days warm up the code. */
const COMPARED_DAYS = 10;
const REPORT_EVERY_MS = 60_000;
const WARM = 40;

const { seed, years, count } = options;
const days = Math.max(4 * COMPARED_DAYS, Math.round(years * DAYS_A_YEAR));
const youngDays = Math.max(COMPARED_DAYS, Math.round(days / Math.max(1, years)));
const until = Math.floor(Date.now() / DAY_MS) * DAY_MS;
console.log(
  `seed ${seed}: ${days} days of 25 channels at ten seconds, and ${youngDays} of a young site`,
);

const recording = new URL("../../simulator/recordings/givenergy-household.csv.gz", import.meta.url);
const csv = gunzipSync(readFileSync(recording)).toString();
const portal = await startOurs(2);
let failures = 0;
const random = seededRandom(seed);
try {
  await feed(portal, YOUNG, youngDays);
  const dayMs = await feed(portal, OLD, days);
  const rate = (some: readonly number[]) => median(some.map((ms) => DAY_MS / FINE_STEP_MS / ms));
  const first = rate(dayMs.slice(COMPARED_DAYS, 2 * COMPARED_DAYS));
  const last = rate(dayMs.slice(-COMPARED_DAYS));
  const begun = performance.now();
  await portal.settle();
  console.log(`folded after ${seconds(performance.now() - begun)} more`);
  judge("ingestion of the last days ÷ of the first", last / first, { atLeast: MIN_OF_FIRST });

  const { old, young } = await askYears(portal);
  const p95 = [quantile(old, 0.95), quantile(young, 0.95)] as const;
  console.log(
    `a year's chart: p50 ${median(old).toFixed(1)} ms of the old site, ${median(young).toFixed(1)} of the young`,
  );
  judge("p95 of a year's chart ÷ that of a young site", p95[0] / p95[1], { atMost: MAX_OF_YOUNG });
} finally {
  await portal.stop();
}
const bytes = portal.siteBytes()[0] ?? Number.NaN;
console.log(
  `${(bytes / 1e6).toFixed(0)} MB, ${(((bytes / days) * DAYS_A_YEAR) / 1e6).toFixed(1)} MB a year`,
);
judge("bytes of the old site in GB", bytes / MAX_BYTES, { atMost: 1 });
process.exit(failures === 0 ? 0 : 1);

/** The past of a site through the socket of its logger, day by day. @returns ms for each */
async function feed(system: System, site: number, count: number): Promise<number[]> {
  const household = new TiledHousehold(csv, seed + site, until - count * DAY_MS);
  const took: number[] = [];
  let reportedAt = performance.now();
  const began = reportedAt;
  for (let day = count; day > 0; day--) {
    const period = household.read(until - day * DAY_MS, FINE_STEP_MS, DAY_MS / FINE_STEP_MS);
    const start = performance.now();
    await system.load(site, household, period);
    const now = performance.now();
    took.push(now - start);
    if (now - reportedAt < REPORT_EVERY_MS) continue;
    reportedAt = now;
    const left = ((now - began) / took.length) * (day - 1);
    console.log(`${took.length} of ${count} days, ${seconds(left)} to go`);
  }
  console.log(`${count} days fed in ${seconds(performance.now() - began)}`);
  return took;
}

/** A year of each by the day, or all that there is of less, in turns; spans and channels at random. */
async function askYears(system: System): Promise<{ old: number[]; young: number[] }> {
  const times = { old: [] as number[], young: [] as number[] };
  const span = Math.min(DAYS_A_YEAR, youngDays);
  for (let round = -WARM; round < count; round++)
    for (const [name, site, fed] of [
      ["old", OLD, days],
      ["young", YOUNG, youngDays],
    ] as const) {
      const from = until - (span + Math.floor(random() * (fed - span + 1))) * DAY_MS;
      const { ms } = await system.ask({
        site,
        channels: [Math.floor(random() * 25)],
        from,
        until: from + span * DAY_MS,
        bucketMs: DAY_MS,
      });
      if (round >= 0) times[name].push(ms);
    }
  return times;
}

function judge(name: string, ratio: number, bar: { atLeast: number } | { atMost: number }): void {
  const holds = "atLeast" in bar ? ratio >= bar.atLeast : ratio <= bar.atMost;
  if (!holds) failures += 1;
  const wanted = "atLeast" in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`;
  console.log(`${name}: ${ratio.toFixed(2)} (${wanted}) ${holds ? "holds" : "DOES NOT HOLD"}`);
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(0)} s`;
}
