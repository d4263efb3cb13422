import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { HOUR_MS } from "#domain/units/durations.ts";
import { mapCounts } from "#tools/cost/counts.ts";
import { reportCounts } from "./counted.ts";
import { providePricedSite } from "./priced-site.ts";
import { VirtualSite } from "./virtual-site.ts";

test("an alarm that starts and ends, with an e-mail for each", async ({ task }) => {
  const site = await VirtualSite.open(await providePricedSite());
  await env.DB.prepare("update memberships set receives_alarms = 1").run();
  await site.pass(3 * HOUR_MS);
  const without = await site.count(() => site.pass(3 * HOUR_MS));
  const withAlarm = await site.count(async () => {
    site.report("raise");
    await site.pass(HOUR_MS / 2);
    site.report("clear");
    await site.pass(2.5 * HOUR_MS);
  });
  expect(withAlarm.mails - without.mails).toBe(2);
  const alarm = mapCounts((counter) => Math.max(0, withAlarm[counter] - without[counter]));
  reportCounts(task.meta, { alarm });
});
