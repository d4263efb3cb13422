/** Who sits at a signed-in browser but reads only their own e-mails takes no account over by changing its address. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { runEmailChangeCodes } from "./email-change-codes/run.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  count: z.coerce.number().int().positive().default(2_000),
});

test("no account is taken over by its e-mail address", async () => {
  const { seed, count } = options;
  console.log(`seed ${seed}, ${count} attempts`);
  const { attempts, taken } = await runEmailChangeCodes(seed, count);
  for (const [name, times] of Object.entries(attempts)) console.log(`${times} × ${name}`);
  expect(taken).toEqual([]);
});
