/** Random histories of limits in the site's object, in any order, with restarts: the log is that of one pass. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { runAlarmHistories } from "./alarms/run.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  count: z.coerce.number().int().positive().default(10_000),
});

test("the log of every history is that of one pass over it, whatever the order of arrival", async () => {
  const { seed, count } = options;
  console.log(`seed ${seed}, ${count} histories`);
  const rows = await runAlarmHistories(seed, count);
  console.log(`${rows} rows compared`);
  expect(rows).toBeGreaterThan(count);
});
