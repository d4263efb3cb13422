import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import worker from "#workers/main.ts";
import { handOver } from "./counted.ts";
import { playIdleDays } from "./idle-days.ts";
import { describeSite, providePricedSite } from "./priced-site.ts";
import { VirtualSite } from "./virtual-site.ts";

test("an idle site at 60 s uploads", async ({ task }) => {
  const priced = await providePricedSite();
  const site = await VirtualSite.open(priced);
  const idle60 = await playIdleDays(site, { before: 1, days: 1 });
  expect(idle60.counts.objectMessages).toBeGreaterThan(1440);
  const sweep = await site.count(() =>
    site.request("sweep", () =>
      worker.scheduled({ cron: "*/5 * * * *", scheduledTime: Date.now() }, env),
    ),
  );
  handOver(task.meta, { site: describeSite(priced), idle60, sweep });
});
