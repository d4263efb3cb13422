/** A newer logger of the same serial takes over with batches of both in the air, and no sample is lost or doubled. */
import { env } from "cloudflare:workers";
import { test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { runTakeovers } from "./takeovers/run.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  count: z.coerce.number().int().positive().default(1_000),
});

test("no sample is lost or doubled by take-overs", async () => {
  const { seed, count } = options;
  console.log(`seed ${seed}, ${count} take-overs`);
  await runTakeovers(seed, count, (line) => console.log(line));
});
