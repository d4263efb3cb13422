/** Random histories, written in any order, evicted, upgraded and moved to other zones: every query answers like a plain map. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { runHistories } from "./histories/run.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  count: z.coerce.number().int().positive().default(1_000),
});

test("every query of every history equals that of a plain map", async () => {
  const { seed, count } = options;
  console.log(`seed ${seed}, ${count} histories`);
  const { kept, past } = await runHistories(seed, count);
  console.log(`${kept} rows of rollups, ${past} of expired samples`);
  expect(kept).toBeGreaterThan(count);
});
