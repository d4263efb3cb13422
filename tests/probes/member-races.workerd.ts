/** Two people, and fifty, race to approve, remove, take over and accept: one wins, and nothing is half done. */
import { env } from "cloudflare:workers";
import { test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { runRaces } from "./member-races/run.ts";

const options = readProbeOptions(env.PROBE, {
  rounds: z.coerce.number().int().positive().default(200),
});

test("one concurrent change wins, and none is half done", async () => {
  await runRaces(options.rounds, (line) => console.log(line));
});
