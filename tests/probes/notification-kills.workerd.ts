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
const dangers = { refusal: 0.3, death: 0.004, lostWrite: 0.004 };

test("every notice is in one e-mail to each recipient, and a second copy has the first one's Message-ID", async () => {
  const { seed, count } = options;
  console.log(`seed ${seed}, ${count} notices`);
  let [mails, repeated] = [0, 0];
  for (let done = 0; done < count; done += AT_ONCE) {
    const round = {
      seed: seed + done / AT_ONCE,
      notices: Math.min(AT_ONCE, count - done),
      dangers,
    };
    const counts = await runKills(env.DB, testContext(), round);
    mails += counts.mails;
    repeated += counts.repeated;
    console.log(JSON.stringify(counts));
  }
  console.log(`${mails} e-mails, ${repeated} of them again`);
  expect(repeated).toBeLessThan(mails / 20);
});
