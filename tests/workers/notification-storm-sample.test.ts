import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { SECOND_MS } from "#domain/units/durations.ts";
import { MAX_CODE_MS, runStorm } from "../probes/notification-storm/run.ts";
import { testContext } from "../support/test-context.ts";

// A sample of `npm run probe -- notification-storm`.
test("sites that raise alarms at once are notified once each, and codes are not delayed", async () => {
  const counts = await runStorm(env.DB, testContext(), 150);
  expect(counts.seconds).toBeLessThanOrEqual(150);
  expect(counts.slowestCode).toBeLessThanOrEqual(MAX_CODE_MS / SECOND_MS);
});
