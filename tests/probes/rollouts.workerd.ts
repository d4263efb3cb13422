/** Never more than 20 sites of a rollout are in progress, at most 20 are touched after a stop, and every site's end is known. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { runRollouts } from "./rollouts/run.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  count: z.coerce.number().int().min(60).default(1_000),
});

test("rollouts of many sites through failures, stops and wrong thresholds", async () => {
  const { seed, count } = options;
  const begun = performance.now();
  const { findings, lines } = await runRollouts(seed, count);
  const seconds = Math.round((performance.now() - begun) / 1000);
  for (const { scenario, text } of findings.slice(0, 40)) console.log(`✗ ${scenario}: ${text}`);
  console.log(
    [
      ...lines,
      `seed ${seed}: ${count} sites, ${seconds} s`,
      `findings in all: ${findings.length}`,
    ].join("\n"),
  );
  expect(findings).toEqual([]);
});
