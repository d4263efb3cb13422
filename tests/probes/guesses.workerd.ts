/** Guesses from ever other addresses get into no account, and its owner signs in meanwhile. */
import { env } from "cloudflare:workers";
import { test } from "vitest";
import { z } from "zod";
import { PASSWORD_COST } from "#database/auth/password-hash.ts";
import { readProbeOptions } from "../support/probe-options.ts";
import { LOW_COST } from "../support/test-context.ts";
import { judgeGuesses, runGuesses } from "./guesses/run.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  /** With a cheap hash. */
  count: z.coerce.number().int().positive().default(100_000),
  /** With the hash as it is. */
  full: z.coerce.number().int().nonnegative().default(5_000),
});

test("no guess gets in, and the owner does", async () => {
  const { seed, count, full } = options;
  const say = (line: string) => console.log(line);
  for (const run of [
    { count, cost: LOW_COST },
    { count: full, cost: PASSWORD_COST },
  ]) {
    say(`seed ${seed}, ${run.count} guesses at N = 2^${run.cost.log2N}`);
    const result = await runGuesses({ seed, ...run }, say);
    say(JSON.stringify(result));
    if (run.count > 0) judgeGuesses(result);
  }
});
