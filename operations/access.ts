import { findMembership, findMembershipBySerial } from "#database/members/members.ts";
import { can, canOnPlatform } from "#domain/access/can.ts";
import type { AccountPermission, SitePermission } from "#domain/access/permissions.ts";
import { SITE_ROLE, type SiteActor } from "#domain/access/roles.ts";
import {
  changesSomething,
  isNeverOfToken,
  tokenAllows,
  tokenAllowsOnPlatform,
  tokenReaches,
} from "#domain/access/token-scope.ts";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import { Problem } from "#domain/problem.ts";
import { openSiteKey } from "#protocol/keys/page-keys.ts";
import { sharePerson } from "#protocol/keys/share-person.ts";
import { type Confirmable, requireConfirmation, requireSession } from "./confirmation.ts";
import type { Anonymous, Caller, Context, Person, ShareCaller, SignedIn } from "./context.ts";
import type { MayNameSite, NamesSite, SiteReference } from "./site-input.ts";

/** The access rule of an operation, and the fields that `run` receives. */
export type Access<Input, Granted> = {
  kind: "anyone" | "signedIn" | "onSite";
  /** Whether operations with this access change something by default. */
  writes: boolean;
  /** @throws Problem notSignedIn, sessionEnded, forbidden or notFound */
  check(input: Input, caller: Caller, context: Context): Promise<Granted>;
  /**
   * Checks the confirmation of identity after access has been granted; absent if none is ever required.
   * @throws Problem forbidden with a reason, invalid, tooFast
   */
  confirm?(input: Input, caller: Caller, context: Context): Promise<void>;
};

type ActorAtSite = {
  id: number;
  actor: SiteActor;
  timeZone: string;
  /** When the access to the site ends, ms UTC; null means never. */
  endsAt: number | null;
};
/** A signed-in user and the site. */
export type AtSite = { caller: SignedIn; site: ActorAtSite };
/** A signed-in user or share viewer, and the site. */
export type AtSharedSite = { caller: SignedIn | ShareCaller; site: ActorAtSite };

/** Open to signed-in and anonymous callers. */
export const anyone: Access<unknown, { caller: Caller }> = {
  kind: "anyone",
  writes: true,
  check: async (_input, caller) => ({ caller }),
};

/** For signed-in users with this permission outside any site. */
export function signedIn(permission: AccountPermission): Access<unknown, { caller: SignedIn }> {
  return {
    kind: "signedIn",
    writes: changesSomething(permission),
    async check(_input, caller) {
      const known = requireSignedIn(caller);
      const { person, token } = known;
      if (!canOnPlatform(person, permission)) throw new Problem("forbidden");
      if (token && !tokenAllowsOnPlatform(token, permission)) {
        if (isNeverOfToken(permission)) requireSession(known);
        throw new Problem("forbidden");
      }
      return { caller: known };
    },
  };
}

/**
 * Adds a confirmation of identity: the caller's password protects actions that a stolen session or token must not
 * perform alone.
 * @param isRequired whether this call requires it; every call if omitted
 */
export function confirmed<Input, Granted extends { caller: SignedIn }>(
  access: Access<Input, Granted>,
  isRequired: (input: Input, caller: SignedIn, context: Context) => boolean = () => true,
): Access<Input & Confirmable, Granted> {
  return {
    ...access,
    async confirm(input, caller, context) {
      const known = requireSignedIn(caller);
      if (isRequired(input, known, context)) await requireConfirmation(input, known, context);
    },
  };
}

/** For users with this permission at the site that the input names. A missing site and a foreign one look the same. */
export function onSite(permission: SitePermission): Access<NamesSite, AtSite> {
  return {
    kind: "onSite",
    writes: changesSomething(permission),
    async check(input, caller, context) {
      if (caller.kind !== "share") return checkPerson(permission, input, caller, context);
      checkShare(permission, input, caller, context);
      throw new Problem("forbidden");
    },
  };
}

/** For users, and viewers of the share link, with this permission at the site that the input names. */
export function onSharedSite(permission: SitePermission): Access<MayNameSite, AtSharedSite> {
  return {
    kind: "onSite",
    writes: changesSomething(permission),
    async check(input, caller, context) {
      if (caller.kind === "share") return checkShare(permission, input, caller, context);
      const { site } = input;
      if (site === null) {
        // A viewer whose link has ended receives `sessionEnded`.
        requireSignedIn(caller);
        throw new Problem("invalid", { fields: { id: "required" } });
      }
      return checkPerson(permission, { site }, caller, context);
    },
  };
}

async function checkPerson(
  permission: SitePermission,
  { site }: NamesSite,
  caller: SignedIn | Anonymous,
  context: Context,
): Promise<AtSite> {
  const known = requireSignedIn(caller);
  const { person, token } = known;
  const held = await findHeld(site, person, context);
  if (held === undefined) throw new Problem("notFound");
  if (token && !tokenReaches(token, held.siteId)) throw new Problem("notFound");
  const actor = actorOf(person, held);
  if (!can(actor, permission)) throw new Problem("forbidden");
  if (token && !tokenAllows(token, permission)) {
    if (isNeverOfToken(permission)) requireSession(known);
    throw new Problem("forbidden");
  }
  const { endsAt, siteId, timeZone } = held;
  return { caller: known, site: { id: siteId, actor, timeZone, endsAt } };
}

/** Share viewers see no serial numbers, so they cannot name a site by one. */
function checkShare(
  permission: SitePermission,
  { site }: MayNameSite,
  caller: ShareCaller,
  { keys }: Context,
): AtSharedSite {
  const { id, siteId, timeZone } = caller.share;
  const isTheirs =
    site === null ||
    ("id" in site && site.id === siteId) ||
    ("pageKey" in site && openSiteKey(keys, sharePerson(id), site.pageKey) === siteId);
  if (!isTheirs) throw new Problem("notFound");
  if (!can(SHARE_ACTOR, permission)) throw new Problem("forbidden");
  return { caller, site: { id: siteId, actor: SHARE_ACTOR, timeZone, endsAt: null } };
}

/** The actor whose permissions a share viewer has. */
export const SHARE_ACTOR: SiteActor = {
  role: SITE_ROLE.monitor,
  owner: false,
  demo: false,
  share: true,
};

/** Returns the actor of the permission checks for a user with this role at a site. */
export function actorOf(
  person: Person,
  held: { role: SiteActor["role"]; creatorId: number },
): SiteActor {
  const { role, creatorId } = held;
  return { role, owner: creatorId === person.id, demo: person.demo, share: false };
}

/**
 * Requires a caller with an identity if the operation needs one, before any validation error is reported.
 * @throws Problem notSignedIn, sessionEnded
 */
export function requireIdentity(
  { kind }: Pick<Access<never, unknown>, "kind">,
  caller: Caller,
): void {
  if (kind !== "anyone" && caller.kind === "anonymous") requireSignedIn(caller);
}

/**
 * Returns the caller if they are signed in.
 * @throws Problem notSignedIn, sessionEnded
 */
export function requireSignedIn(caller: Caller): SignedIn {
  if (caller.kind === "person") return caller;
  const isEnded = caller.kind === "anonymous" && caller.endedElsewhere;
  throw new Problem(isEnded ? "sessionEnded" : "notSignedIn");
}

/** Id that no site has. An invalid reference is looked up with it, so that it takes the same time. */
const NO_SITE = 0;

function findHeld(site: SiteReference, person: Person, { database, keys, now }: Context) {
  const who = { userId: person.id, now: now() };
  if ("id" in site) return findMembership(database, site.id, who);
  if ("serial" in site) return findMembershipBySerial(database, site.serial, who);
  const serial = serialNumber.safeParse(site.pageKey);
  if (serial.success) return findMembershipBySerial(database, serial.data, who);
  return findMembership(database, openSiteKey(keys, person.id, site.pageKey) ?? NO_SITE, who);
}
