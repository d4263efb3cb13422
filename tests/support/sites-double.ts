import { env } from "cloudflare:workers";
import { STAMP_HEADER, siteStamp } from "#protocol/site-rpc.ts";

/** What reached which site's object. */
export type Reached = { object: string; request: Request; stamp: unknown };

/** An environment whose site objects take every socket and only write down what they were handed. */
export function recordSites(): { env: Env; reached: Reached[]; reported: unknown[] } {
  const reached: Reached[] = [];
  const reported: unknown[] = [];
  const sites = {
    idFromName: (name: string) => name,
    get: (object: string) => ({
      async fetch(request: Request) {
        const stamp = JSON.parse(request.headers.get(STAMP_HEADER) ?? "null");
        reached.push({ object, request, stamp: siteStamp.parse(stamp) });
        return new Response("taken", { status: 299 });
      },
      async endViewers(ended: unknown) {
        reported.push([object, ended]);
      },
      async forgetPerson(person: number) {
        reported.push([object, { anonymize: person }]);
      },
    }),
  };
  // Only what the Worker asks of a namespace.
  return { env: { ...env, SITES: sites as unknown as Env["SITES"] }, reached, reported };
}
