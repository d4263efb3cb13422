import { env } from "cloudflare:workers";
import type { Counts } from "#tools/cost/counts.ts";

/** The environment with e-mails that leave by the platform's binding: each is counted and not delivered. */
export function makeEnvironment(counts: Counts): Env {
  const mail: Pick<SendEmail, "send"> = {
    async send() {
      counts.mails += 1;
      return { messageId: `counted-${counts.mails}` };
    },
  };
  const from: string = "Helioport <portal@helioport.example>";
  return { ...env, MAIL_FROM: from as Env["MAIL_FROM"], MAIL: mail as SendEmail };
}
