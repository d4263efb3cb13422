import { env } from "cloudflare:workers";
import type { Counts } from "#tools/cost/counts.ts";

type Sites = Env["SITES"];
type Site = ReturnType<Sites["get"]>;
type Poll = Promise<Awaited<ReturnType<Site["visit"]>>>;
/** Times the call of an object. */
export type TimeCall = (call: () => Poll) => Poll;

/**
 * The environment with e-mails that leave by the platform's binding: each is counted and not delivered.
 * @param timePoll times each poll of the site's object, without the queries of the job around it
 */
export function makeEnvironment(counts: Counts, timePoll: TimeCall = (call) => call()): Env {
  const mail: Pick<SendEmail, "send"> = {
    async send() {
      counts.mails += 1;
      return { messageId: `counted-${counts.mails}` };
    },
  };
  const from: string = "Helioport <portal@helioport.example>";
  return {
    ...env,
    SITES: timePolls(env.SITES, timePoll),
    MAIL_FROM: from as Env["MAIL_FROM"],
    MAIL: mail as SendEmail,
  };
}

function timePolls(sites: Sites, timePoll: TimeCall): Sites {
  const timed = (site: Site) =>
    replaceMethod(site, "visit", (held: number) => timePoll(() => site.visit(held)));
  return replaceMethod(sites, "get", (id: DurableObjectId) => timed(sites.get(id)));
}

/** Returns an object with another method in place of one; the other methods are called on the object itself. */
function replaceMethod<Whole extends object>(whole: Whole, method: string, other: unknown): Whole {
  type Methods = Record<PropertyKey, (...given: unknown[]) => unknown>;
  return new Proxy(whole, {
    get(_, name) {
      if (name === method) return other;
      return (...given: unknown[]) => (whole as unknown as Methods)[name]?.(...given);
    },
  });
}
