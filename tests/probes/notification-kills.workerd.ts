/** Notices with planners and senders that are killed and a provider that refuses: one e-mail per cause and recipient. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { testContext } from "../support/test-context.ts";
import { runKills } from "./notification-kills/run.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  count: z.coerce.number().int().positive().default(100_000),
});

/** Notices in one database at a time; a seed for each. */
const AT_ONCE = 5_000;
const dangers = {
  refusal: 0.3,
  death: 0.002,
  lostWrite: 0.004,
  deathAtAnswer: 0.005,
  lostAnswer: 0.005,
};

test("every notice is in one e-mail to each recipient, and a second copy has the first one's Message-ID", async () => {
  const { seed, count } = options;
  console.log(`seed ${seed}, ${count} notices`);
  const sum = { notices: 0, mails: 0, accepted: 0, repeated: 0 };
  for (let done = 0; done < count; done += AT_ONCE) {
    const round = {
      seed: seed + done / AT_ONCE,
      notices: Math.min(AT_ONCE, count - done),
      dangers,
    };
    const counts = await runKills(env.DB, testContext(), round);
    for (const name of ["notices", "mails", "accepted", "repeated"] as const)
      sum[name] += counts[name];
    console.log(JSON.stringify({ seed: round.seed, ...counts }));
  }
  console.log(
    `${sum.notices} notices in ${sum.mails} e-mails, each once for a provider that keeps the Message-ID; otherwise ${sum.accepted}, of which ${sum.repeated} are copies`,
  );
  expect(sum.repeated).toBeLessThan(sum.mails / 20);
});
