/** E-mails with a provider that fails and senders that are killed: none is lost, none is sent twice without need. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { runMails } from "./mail/run.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  count: z.coerce.number().int().positive().default(10_000),
});

/** In one database at a time; a seed for each. */
const AT_ONCE = 2_000;
const dangers = { refusal: 0.3, death: 0.004, lostWrite: 0.004 };

test("no e-mail is lost, and a second copy only where the record of the first was", async () => {
  const { seed, count } = options;
  console.log(`seed ${seed}, ${count} e-mails`);
  let repeated = 0;
  for (let done = 0; done < count; done += AT_ONCE) {
    const round = { seed: seed + done / AT_ONCE, count: Math.min(AT_ONCE, count - done), dangers };
    const counts = await runMails(env.DB, round);
    repeated += counts.repeated;
    console.log(JSON.stringify(counts));
  }
  console.log(`${count} sent, ${repeated} of them again`);
  expect(count < AT_ONCE || repeated > 0).toBe(true);
});
