import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { runKills } from "../probes/notification-kills/run.ts";
import { testContext } from "../support/test-context.ts";

// A sample of `npm run probe -- notification-kills`, with more deaths.
test("every notice is in one e-mail, whenever planners and senders are killed", async () => {
  const dangers = {
    refusal: 0.3,
    death: 0.02,
    lostWrite: 0.02,
    deathAtAnswer: 0.02,
    lostAnswer: 0.02,
  };
  for (const seed of [1, 2, 3]) {
    console.log(`seed ${seed}`);
    const counts = await runKills(env.DB, testContext(), { seed, notices: 72, dangers });
    expect(counts.notices).toBe(72);
    expect(counts.plannersKilled + counts.sendersKilled).toBeGreaterThan(0);
  }
});
