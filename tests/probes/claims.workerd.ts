/** Guesses at the labels of modules claim none of them; of many who claim, exchange, delete and take back one wins. */
import { env } from "cloudflare:workers";
import { beforeAll, test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { seedUsers } from "../support/seed-users.ts";
import { guessLabels, judgeLabels } from "./claims/guess-labels.ts";
import { raceSites } from "./claims/race-sites.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  count: z.coerce.number().int().nonnegative().default(1_000_000),
  races: z.coerce.number().int().nonnegative().default(200),
});
const say = (line: string) => console.log(line);

beforeAll(seedUsers);

test("one of many concurrent claims wins, and no claim is half done", async () => {
  const { seed, races } = options;
  for (const atOnce of [2, 50]) {
    say(`seed ${seed}, ${races} races of ${atOnce}`);
    await raceSites({ seed, races, atOnce }, say);
  }
});

test("no guess claims a module", async () => {
  const { seed, count } = options;
  say(`seed ${seed}, ${count} guesses`);
  if (count === 0) return;
  const result = await guessLabels({ seed, count }, say);
  say(JSON.stringify(result));
  judgeLabels(result);
});
