/** All sites raise an alarm within a minute: every recipient gets one e-mail in time, and codes are not delayed. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { z } from "zod";
import { SECOND_MS } from "#domain/units/durations.ts";
import { readProbeOptions } from "../support/probe-options.ts";
import { testContext } from "../support/test-context.ts";
import { MAX_CODE_MS, MAX_STORM_MS, runStorm } from "./notification-storm/run.ts";

const options = readProbeOptions(env.PROBE, {
  sites: z.coerce.number().int().positive().default(10_000),
});

test("a storm of alarms is delivered in ten minutes, and a code meanwhile in 30 seconds", async () => {
  const counts = await runStorm(env.DB, testContext(), options.sites);
  console.log(JSON.stringify(counts));
  expect(counts.seconds).toBeLessThanOrEqual(MAX_STORM_MS / SECOND_MS);
  expect(counts.slowestCode).toBeLessThanOrEqual(MAX_CODE_MS / SECOND_MS);
});
