import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import type { startOurs } from "../peers/portal.ts";
import { TiledHousehold } from "../peers/tiled-household.ts";

const PARTS = [
  { days: 363, stepMs: 300_000, atOnceMs: 30 * DAY_MS },
  { days: 2, stepMs: 1_000, atOnceMs: 6 * HOUR_MS },
];

/**
 * A year of the first site: five minutes, and of its last two days a second between samples.
 * @returns when it ends, ms UTC
 */
export async function fillYear(ours: Awaited<ReturnType<typeof startOurs>>): Promise<number> {
  const packed = readFileSync(
    new URL("../../../simulator/recordings/givenergy-household.csv.gz", import.meta.url),
  );
  const until = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  let at = until - PARTS.reduce((sum, { days }) => sum + days, 0) * DAY_MS;
  const household = new TiledHousehold(gunzipSync(packed).toString(), 1, at);
  for (const { days, stepMs, atOnceMs } of PARTS)
    for (const end = at + days * DAY_MS; at < end; ) {
      const next = Math.min(end, at + atOnceMs);
      await ours.load(0, household, household.read(at, stepMs, (next - at) / stepMs));
      at = next;
    }
  await ours.settle();
  return until;
}
