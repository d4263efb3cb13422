/** Forty cases of clocks: every sample that a logger sends is in its local day, whatever the zone, its turns and skews. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { CLOCK_CASES } from "./clocks/cases.ts";
import { runClockCase, seedClockSites } from "./clocks/run.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  /** Cases, the first ones. */
  count: z.coerce.number().int().positive().max(CLOCK_CASES.length).default(CLOCK_CASES.length),
});

test("no sample is in a wrong local day", async () => {
  const { seed, count } = options;
  const cases = CLOCK_CASES.slice(0, count);
  const token = await seedClockSites(cases);
  console.log(`seed ${seed}, ${count} cases`);
  let samples = 0;
  let wrong = 0;
  for (const [index, one] of cases.entries()) {
    const result = await runClockCase(one, index + 1, { token, seed });
    samples += result.samples;
    wrong += result.wrong.length;
    const found = result.wrong.slice(0, 5).join("; ");
    console.log(`${result.name}: ${result.samples} samples, ${result.asked} calls. ${found}`);
  }
  console.log(`${wrong} wrong, of ${samples} samples`);
  expect(wrong).toBe(0);
});
