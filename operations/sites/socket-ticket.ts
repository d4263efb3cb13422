import { z } from "zod";
import { Problem } from "#domain/problem.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { digest } from "#protocol/keys/digest.ts";
import { personPublicKey } from "#protocol/keys/person-keys.ts";
import { IV_BYTES } from "#protocol/keys/sealed-bytes.ts";
import { sharePerson } from "#protocol/keys/share-person.ts";
import { SOCKET_KEY_LIFETIME_MS, sealSocketKey } from "#protocol/keys/socket-key.ts";
import { onSharedSite } from "../access.ts";
import { putOnRecord } from "../auth/put-on-record.ts";
import type { ShareCaller, SignedIn } from "../context.ts";
import { operation } from "../operation.ts";
import { sharedSiteInput } from "../site-input.ts";

const TICKET_BYTES = 32;

/** The viewers of a share link count as one user, with the link's version as the rights version. */
function personOf(caller: SignedIn | ShareCaller): { person: number; rightsVersion: number } {
  if (caller.kind === "person")
    return { person: caller.person.id, rightsVersion: caller.person.rightsVersion };
  const { id, version } = caller.share;
  return { person: sharePerson(id), rightsVersion: version };
}

/** Returns a ticket for one connection to the site's viewer socket. */
export const socketTicket = operation({
  path: "POST /site/v2/socketTicket",
  description: {
    summary: "Returns a ticket for one connection to the site's socket, valid for a minute",
    output: z.object({
      key: z.string().describe("Key in the address of the socket"),
      ticket: z.string().describe("Ticket in the login message on the socket"),
      pubKey: z.string().describe("X25519 public key of the server, base64url"),
      expires: z.int().describe("ms UTC"),
    }),
    example: {
      input: { id: 12 },
      output: {
        key: "c2VhbGVkLWZvci1vbmUtc29ja2V0",
        ticket: "dGlja2V0LW9mLTMyLXJhbmRvbS1ieXRlcw",
        pubKey: "aGRjb3VudGVycGFydC1vZi10aGUtcGVyc29u",
        expires: 1_790_000_060_000,
      },
    },
  },
  input: sharedSiteInput({}),
  access: onSharedSite("viewRealtime"),
  async run({ context, caller, site }) {
    const { keys, randomBytes } = context;
    const { session } = caller;
    const { person, rightsVersion } = personOf(caller);
    const wait = context.socketWait("ticket", session);
    if (wait > 0) throw new Problem("tooFast", { retryAfter: wait });
    const now = context.now();
    if (caller.kind === "person")
      await putOnRecord(context, { sessionId: session, siteId: site.id, now });
    const ticket = toBase64Url(randomBytes(TICKET_BYTES));
    const expires = now + SOCKET_KEY_LIFETIME_MS;
    const key = sealSocketKey(keys, randomBytes(IV_BYTES), {
      siteId: site.id,
      person,
      session,
      rightsVersion,
      ticketHash: digest(ticket),
      expires,
    });
    return { key, ticket, pubKey: personPublicKey(keys, person), expires };
  },
});
