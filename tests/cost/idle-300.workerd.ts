import { expect, test, vi } from "vitest";
import { IDLE_SAMPLING } from "#domain/loggers/sampling.ts";
import { SamplingPolicy } from "#durable-objects/site/sampling-policy.ts";
import { reportCounts } from "./counted.ts";
import { playIdleDays } from "./idle-days.ts";
import { providePricedSite } from "./priced-site.ts";
import { VirtualSite } from "./virtual-site.ts";

test("an idle site at 300 s uploads", async ({ task }) => {
  vi.spyOn(SamplingPolicy.prototype, "idle", "get").mockReturnValue({
    ...IDLE_SAMPLING,
    uploadMs: 300_000,
  });
  const site = await VirtualSite.open(await providePricedSite());
  const idle300 = await playIdleDays(site, { before: 3, days: 3 });
  expect(idle300.counts.polls).toBeLessThan(300);
  reportCounts(task.meta, { idle300 });
});
