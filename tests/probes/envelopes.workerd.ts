/** Sealed calls with one bit flipped, and replays of whole ones, all get the same 400, and nothing is done. */
import { env } from "cloudflare:workers";
import { test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { runEnvelopes } from "./envelopes/run.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  count: z.coerce.number().int().positive().default(10_000),
});

test("an invalid envelope gets no reason, and has no effect", async () => {
  const { seed, count } = options;
  console.log(`seed ${seed}, ${count} flipped envelopes`);
  await runEnvelopes(seed, count, (line) => console.log(line));
});
