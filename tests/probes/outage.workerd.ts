/** 7.4 hours without a connection, resent shuffled with a fifth of it twice: the stored data does not show it. */
import { env } from "cloudflare:workers";
import { test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { runOutage } from "./outage/run.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().positive().default(1),
  count: z.coerce.number().int().positive().default(10),
});

test("store and rollups are those of a site that was never away", async () => {
  const { seed, count } = options;
  for (let one = seed; one < seed + count; one++) {
    const { frames, resent, values } = await runOutage(one);
    console.log(`seed ${one}: ${frames} frames, ${resent} resent, ${values} values alike`);
  }
});
