import { expect, test } from "vitest";
import { HOUR_MS } from "#domain/units/durations.ts";
import { providePricedSite } from "../cost/priced-site.ts";
import { VirtualSite } from "../cost/virtual-site.ts";

const UPLOADS = 2 * 60;

/** What `npm run cost` counts for a day, held here over two hours without folding: 13 hours' uploads make a fold. */
test("an idle site costs little more than a row an upload, few alarms and few reads, though it hibernates between them", async () => {
  const site = await VirtualSite.open(await providePricedSite());
  await site.pass(HOUR_MS / 6);
  const counts = await site.count(() => site.pass(2 * HOUR_MS));
  expect(counts.polls).toBe(UPLOADS);
  expect(counts.objectMessages).toBeGreaterThanOrEqual(UPLOADS);
  expect(counts.objectRowsWritten).toBeGreaterThanOrEqual(UPLOADS);
  expect(counts.objectRowsWritten / UPLOADS).toBeLessThan(1.13);
  expect(counts.alarmsSet).toBeLessThanOrEqual(6);
  expect(counts.objectRowsRead / (2 * UPLOADS)).toBeLessThan(17.5);
  expect(counts.databaseRowsWritten).toBeLessThanOrEqual(13);
  expect(counts.queueOperations).toBe(0);
});
