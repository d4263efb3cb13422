import { findMembership } from "#database/members.ts";
import { gatherQuestions } from "#database/question.ts";
import { limitActor, tokenReaches } from "#domain/access/token-scope.ts";
import { Problem } from "#domain/problem.ts";
import { actorOf, demandSignedIn } from "#operations/access.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { personPrivateKey } from "#protocol/keys/person-keys.ts";
import { openSocketKey, TICKET_GRACE_MS } from "#protocol/keys/socket-key.ts";
import { identifySession } from "./caller.ts";
import { clientAddress } from "./client-address.ts";
import { isForeign } from "./same-origin.ts";
import { contextOf } from "./services.ts";
import { demandUpgrade, handToSite } from "./upgrade.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A browser with a fresh key gets a socket to the object of the site. @throws Problem */
export async function upgradeViewer(
  request: Request,
  env: Env,
  { key, uuid }: { key: string; uuid: string },
): Promise<Response> {
  const context = contextOf(env);
  const grant = openSocketKey(context.keys, key, context.now());
  if (grant === null) throw new Problem("notFound");
  if (isForeign(request)) throw new Problem("forbidden");
  if (!UUID.test(uuid)) throw new Problem("malformed");
  demandUpgrade(request);
  const { siteId, session, rightsVersion, ticketHash, expires } = grant;
  // A key is good for as many upgrades as anybody asks for in its minute.
  const wait = context.socketWait("upgrade", session);
  if (wait > 0) throw new Problem("tooFast", { retryAfter: wait });
  // Both are asked for at once, in one round trip.
  const database = gatherQuestions(context.database, queueMicrotask);
  const [caller, held] = await Promise.all([
    identifySession(session, clientAddress(request), { ...context, database }),
    findMembership(database, siteId, { userId: grant.person, now: context.now() }),
  ]);
  const { person, token } = demandSignedIn(caller);
  if (held === undefined || person.id !== grant.person) throw new Problem("notFound");
  if (token && !tokenReaches(token, siteId)) throw new Problem("notFound");
  return handToSite(request, env, {
    kind: "viewer",
    siteId,
    session,
    person: person.id,
    name: person.name,
    ...limitActor(actorOf(person, held), token),
    rightsVersion,
    endsAt: held.endsAt,
    ticketHash,
    ticketUntil: expires + TICKET_GRACE_MS,
    privateKey: toBase64Url(personPrivateKey(context.keys, person.id)),
    uuid,
  });
}
