/** A recorded household's samples in random orders, resent, overlapping and split: the same store as if sent once. */
import { env } from "cloudflare:workers";
import { test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { checkOrders } from "./orders/run.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  count: z.coerce.number().int().positive().default(100),
});

test("random orders make one store", async () => {
  console.log(`seed ${options.seed}, ${options.count} orders`);
  await checkOrders(options);
});
