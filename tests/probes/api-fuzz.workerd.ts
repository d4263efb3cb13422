/** Every answer to any input of the API matches its description, and is never a fault. */
import { env } from "cloudflare:workers";
import { test } from "vitest";
import { z } from "zod";
import { bringOnStage } from "../support/matrix/cast.ts";
import { readProbeOptions } from "../support/probe-options.ts";
import { fuzzApi } from "./api-fuzz/run.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  count: z.coerce.number().int().positive().default(200),
});

test("every answer of the API matches its description", async () => {
  const { seed, count } = options;
  console.log(`seed ${seed}, ${count} bodies for each call, anonymous and as an owner`);
  await bringOnStage();
  await fuzzApi(seed, count, (line) => console.log(line));
});
