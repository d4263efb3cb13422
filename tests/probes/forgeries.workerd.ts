/** Forged changes of settings never reach a device, and a stolen session changes at most twenty sites. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { changeManySites, runForgeries } from "./forgeries/run.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  count: z.coerce.number().int().min(1).default(10_000),
});

test("no forged change reaches a device", async () => {
  const { seed, count } = options;
  const { answers, findings, forged, reached } = await runForgeries(seed, count);
  for (const finding of findings.slice(0, 40)) console.log(`✗ ${finding}`);
  console.log(
    [
      ...[...forged].map(([kind, changes]) => `${kind}: ${changes}`),
      `answers: ${[...answers].map(([status, times]) => `${status}: ${times}`).join(", ")}`,
      `seed ${seed}: ${count} forged changes, ${reached} reached a device`,
      `findings in all: ${findings.length}`,
    ].join("\n"),
  );
  expect(reached).toBe(0);
  expect(findings).toEqual([]);
});

test("a stolen session changes twenty sites and no more", async () => {
  const { changed, wrote } = await changeManySites(40);
  console.log(`a session without a confirmation changed ${changed} of 40 sites`);
  expect({ changed, wrote }).toEqual({ changed: 20, wrote: 20 });
});
