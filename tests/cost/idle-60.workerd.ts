import { expect, test } from "vitest";
import { DAY_MS } from "#domain/units/durations.ts";
import worker from "#workers/main.ts";
import { reportCounts } from "./counted.ts";
import { playIdleDays } from "./idle-days.ts";
import { describeSite, providePricedSite } from "./priced-site.ts";
import { VirtualSite } from "./virtual-site.ts";

test("an idle site at 60 s uploads", async ({ task }) => {
  const priced = await providePricedSite();
  const site = await VirtualSite.open(priced);
  const idle60 = await playIdleDays(site, { before: 1, days: 1 });
  expect(idle60.counts.objectMessages).toBeGreaterThan(1440);
  const turn = (at: number) =>
    site.count(() =>
      site.request(`sweep at ${at}`, () =>
        worker.scheduled({ cron: "*/5 * * * *", scheduledTime: at }, site.env),
      ),
    );
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const nightSweep = await turn(midnight);
  const sweep = await turn(midnight + 5 * 60_000);
  expect(nightSweep.filesWritten).toBe(1);
  expect(sweep.filesWritten).toBe(0);
  reportCounts(task.meta, { site: describeSite(priced), idle60, sweep, nightSweep });
});
