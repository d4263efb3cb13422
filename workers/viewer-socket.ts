import { findMembership } from "#database/members/members.ts";
import type { SiteActor } from "#domain/access/roles.ts";
import { limitActor, tokenReaches } from "#domain/access/token-scope.ts";
import { Problem } from "#domain/problem.ts";
import { actorOf, requireSignedIn, SHARE_ACTOR } from "#operations/access.ts";
import type { Context } from "#operations/context.ts";
import { skipsPassword } from "#operations/settings/skips-password.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { personPrivateKey } from "#protocol/keys/person-keys.ts";
import { isSharePerson, sharePerson } from "#protocol/keys/share-person.ts";
import { openSocketKey, type SocketGrant, TICKET_GRACE_MS } from "#protocol/keys/socket-key.ts";
import type { ViewerStamp } from "#protocol/site-rpc.ts";
import { clientAddress } from "./client-address.ts";
import { identifySession } from "./request-scope/caller.ts";
import { batchContext } from "./request-scope/request-scope.ts";
import { isCrossOrigin } from "./same-origin.ts";
import { contextOf } from "./services.ts";
import { findViewer } from "./share-caller.ts";
import { handToSite, requireWebSocketUpgrade } from "./upgrade.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Connects a browser with a valid ticket to the object of the site. @throws Problem */
export async function upgradeViewer(
  request: Request,
  env: Env,
  { key, uuid }: { key: string; uuid: string },
): Promise<Response> {
  const context = contextOf(env);
  const grant = openSocketKey(context.keys, key, context.now());
  if (grant === null) throw new Problem("notFound");
  if (isCrossOrigin(request)) throw new Problem("forbidden");
  if (!UUID.test(uuid)) throw new Problem("malformed");
  requireWebSocketUpgrade(request);
  const { siteId, session, rightsVersion, ticketHash, expires } = grant;
  // A ticket allows any number of upgrades within its minute, so they are rate-limited.
  const wait = context.socketWait("upgrade", session);
  if (wait > 0) throw new Problem("tooFast", { retryAfter: wait });
  const stamp = {
    kind: "viewer" as const,
    siteId,
    session,
    person: grant.person,
    rightsVersion,
    ticketHash,
    ticketUntil: expires + TICKET_GRACE_MS,
    privateKey: toBase64Url(personPrivateKey(context.keys, grant.person)),
    uuid,
  };
  const found = isSharePerson(grant.person) ? findShareViewer : findMember;
  return handToSite(request, env, { ...stamp, ...(await found(request, grant, context)) });
}

type FoundAccess = Pick<ViewerStamp, "name" | "endsAt" | "skipsPassword" | keyof SiteActor>;

/**
 * Finds the caller and their access to the site of a ticket.
 * @throws Problem notSignedIn, sessionEnded, notFound
 */
async function findMember(
  request: Request,
  { siteId, session, person: id }: SocketGrant,
  given: Context,
): Promise<FoundAccess> {
  // Both queries share one round trip.
  const context = batchContext(given);
  const [caller, held] = await Promise.all([
    identifySession(session, clientAddress(request), context),
    findMembership(context.database, siteId, { userId: id, now: context.now() }),
  ]);
  const { person, token } = requireSignedIn(caller);
  if (held === undefined || person.id !== id) throw new Problem("notFound");
  if (token && !tokenReaches(token, siteId)) throw new Problem("notFound");
  const { name } = person;
  const actor = limitActor(actorOf(person, held), token);
  return { name, endsAt: held.endsAt, skipsPassword: skipsPassword({ person, token }), ...actor };
}

/** A share viewer's socket ends with the share session. */
async function findShareViewer(
  request: Request,
  { siteId, session, person }: SocketGrant,
  context: Context,
): Promise<FoundAccess> {
  const found = await findViewer(session, clientAddress(request), context);
  if (found === undefined) throw new Problem("notSignedIn");
  const { share } = found.viewer;
  if (share.siteId !== siteId || sharePerson(share.id) !== person) throw new Problem("notFound");
  return { name: "", endsAt: found.expiresAt, skipsPassword: false, ...SHARE_ACTOR };
}
