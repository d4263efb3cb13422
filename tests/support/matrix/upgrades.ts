import { env } from "cloudflare:workers";
import type { SiteRole } from "#domain/access/roles.ts";
import { digest } from "#protocol/keys/digest.ts";
import { sharePerson } from "#protocol/keys/share-person.ts";
import { sealSocketKey } from "#protocol/keys/socket-key.ts";
import { hashTicket } from "#protocol/viewer/ticket.ts";
import { server } from "#workers/server.ts";
import { contextOf } from "#workers/services.ts";
import { ORIGIN } from "../call-api.ts";
import { recordSites } from "../sites-double.ts";
import {
  accountOf,
  SHARED_SITE,
  SIGNED_OUT,
  siteIdFor,
  tokenOf,
  type Which,
  type Who,
} from "./cast.ts";

type Held = { site: number; role: SiteRole; owner: boolean; share?: boolean };
const CONNECTED = 299;

/** The stamp of each caller at a socket of their own site; none where they have no access. */
const HELD: Partial<Record<Who, Held>> = {
  demo: { site: 1, role: 2, owner: false },
  stranger: { site: 2, role: 1, owner: true },
  monitor: { site: 1, role: 3, owner: false },
  full: { site: 1, role: 2, owner: false },
  dealer: { site: 1, role: 2, owner: false },
  administrator: { site: 1, role: 1, owner: false },
  owner: { site: 1, role: 1, owner: true },
  lookingToken: { site: 1, role: 3, owner: false },
  managingToken: { site: 1, role: 1, owner: true },
  narrowToken: { site: 3, role: 1, owner: true },
  shareViewer: { site: 1, role: 3, owner: false, share: true },
};

/** Finds faults in how sockets are granted to holders of a sealed key. */
export async function tryUpgrade(who: Who, which: Which): Promise<string[]> {
  const { env: bindings, reached } = recordSites();
  const headers = { Upgrade: "websocket", Origin: ORIGIN };
  const url = `${ORIGIN}/ws/site/${await keyFor(who, which)}/${crypto.randomUUID()}`;
  const { status } = await server.fetch(new Request(url, { headers }), bindings);
  const held = which === "own" ? HELD[who] : undefined;
  const wanted = held ? CONNECTED : statusOfRefusal(who, which);
  const wrong = status === wanted ? [] : [`${status} instead of ${wanted}`];
  if (held === undefined && reached.length > 0) wrong.push("a site's object was reached");
  for (const { object, stamp } of reached) {
    const { role, owner, share } = stamp as Held;
    const given = JSON.stringify({ object, role, owner, share });
    const wantedStamp = { role: held?.role, owner: held?.owner, share: held?.share ?? false };
    if (given !== JSON.stringify({ object: `site-${held?.site}`, ...wantedStamp }))
      wrong.push(`as ${given}`);
  }
  return wrong.map((text) => `${who} with ${which}: ${text}`);
}

function statusOfRefusal(who: Who, which: Which): number {
  const isAnonymous = SIGNED_OUT.includes(who) && who !== "shareViewer";
  return isAnonymous && which !== "malformed" ? 401 : 404;
}

/** As if a ticket had been given, which is refused to most of them before. */
async function keyFor(who: Who, which: Which): Promise<string> {
  const site = siteIdFor(who, which);
  if (typeof site === "string") return site;
  const person = await env.DB.prepare("select id from users where account = ?")
    .bind(accountOf(who))
    .first<number>("id");
  return sealSocketKey(contextOf(env).keys, crypto.getRandomValues(new Uint8Array(12)), {
    siteId: site,
    person: who === "shareViewer" ? sharePerson(SHARED_SITE) : (person ?? 0),
    session: digest(tokenOf(who) ?? "nothing"),
    rightsVersion: 0,
    ticketHash: hashTicket("ticket"),
    expires: Date.now() + 60_000,
  });
}
