/** Mutated frames of loggers and viewers, and upgrades that must fail, get the contract's answer and affect no other site. */
import { env } from "cloudflare:workers";
import { test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { runFrames } from "./frames/run.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  count: z.coerce.number().int().positive().default(50_000),
});

test("mutated frames get the contract's answer", async () => {
  const { seed, count } = options;
  console.log(`seed ${seed}, ${count} mutated frames`);
  await runFrames(seed, count, (line) => console.log(line));
  console.log("every answer as contracted, every witness undisturbed");
});
