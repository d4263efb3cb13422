/** However a session or token ends, the next call and every socket are refused within two seconds. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { runRevocations } from "./revocation/run.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  count: z.coerce.number().int().positive().default(500),
});

test("an ended access is refused in every race", async () => {
  const { seed, count } = options;
  console.log(`seed ${seed}, ${count} races`);
  const { races, late } = await runRevocations(seed, count, (line) => console.log(line));
  expect(races).toBe(count);
  expect(late).toBeGreaterThan(0);
});
