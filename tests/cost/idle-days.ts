import { HOUR_MS } from "#domain/units/durations.ts";
import { sumCounts } from "#tools/cost/counts.ts";
import type { VirtualSite } from "./virtual-site.ts";

/**
 * A day without viewers and with one reconnection, the average of several.
 * @param before days before those, so that history is being folded
 */
export async function playIdleDays(
  site: VirtualSite,
  { before, days }: { before: number; days: number },
) {
  await site.pass(before * 24 * HOUR_MS);
  const all = await site.count(async () => {
    for (let day = 0; day < days; day++) {
      await site.pass(12 * HOUR_MS);
      await site.disconnect();
      await site.pass(12 * HOUR_MS);
    }
  });
  return { counts: sumCounts([all, 1 / days]), stored: await site.measureStored() };
}
