import { expect, test } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { type Counts, sumCounts } from "#tools/cost/counts.ts";
import { reportCounts } from "./counted.ts";
import { providePricedSite } from "./priced-site.ts";
import { VirtualSite } from "./virtual-site.ts";
import { WatchingPerson } from "./watching-person.ts";

test("a watched site", async ({ task }) => {
  const site = await VirtualSite.open(await providePricedSite());
  await site.pass(30 * MINUTE_MS);
  let person: WatchingPerson | undefined;
  const opening: Counts = await site.count(async () => {
    person = await WatchingPerson.open(site);
  });
  const watch = async () => person?.watch();
  const watchedHour = await site.count(() => site.pass(60 * MINUTE_MS, watch));
  expect(watchedHour.objectMessages).toBeGreaterThan(3600);
  const leaving = await site.count(async () => {
    await person?.leave();
    await site.pass(MINUTE_MS);
  });
  reportCounts(task.meta, { opening: sumCounts([opening, 1], [leaving, 1]), watchedHour });
});
