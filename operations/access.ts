import { findMembership, findMembershipBySerial } from "#database/members.ts";
import { can, canOnPlatform } from "#domain/access/can.ts";
import type { AccountPermission, SitePermission } from "#domain/access/permissions.ts";
import type { SiteActor } from "#domain/access/roles.ts";
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

/** Who may run an operation, and what its `run` is told of them. */
export type Access<Input, Granted> = {
  kind: "anyone" | "signedIn" | "onSite";
  /** Whether the operations behind it change something, as a rule. */
  writes: boolean;
  /** @throws Problem notSignedIn, sessionEnded, forbidden or notFound */
  check(input: Input, caller: Caller, context: Context): Promise<Granted>;
  /**
   * Checks the confirmation of identity, once access has been granted; absent where none is ever required.
   * @throws Problem forbidden with a reason, invalid, tooFast
   */
  confirm?(input: Input, caller: Caller, context: Context): Promise<void>;
};

type ActorAtSite = {
  id: number;
  actor: SiteActor;
  /** When what they may do there ends, ms UTC; null where it does not. */
  endsAt: number | null;
};
/** Somebody signed in, and the site they may do it at. */
export type AtSite = { caller: SignedIn; site: ActorAtSite };
/** The same, or somebody let in by the site's link. */
export type AtSharedSite = { caller: SignedIn | ShareCaller; site: ActorAtSite };

/** Signed in or not. */
export const anyone: Access<unknown, { caller: Caller }> = {
  kind: "anyone",
  writes: true,
  check: async (_input, caller) => ({ caller }),
};

/** Signed in, and allowed this outside any site. */
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
 * The same access for what a found session or token must not do alone: it requires the caller's password once more.
 * @param isRequired whether this very call requires it; every call where it is left out
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

/** Signed in, and allowed this inside the site that the input names. Absent and not yours look the same. */
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

/** The same, and for viewers of the site's share link what they may see of it. */
export function onSharedSite(permission: SitePermission): Access<MayNameSite, AtSharedSite> {
  return {
    kind: "onSite",
    writes: changesSomething(permission),
    async check(input, caller, context) {
      if (caller.kind === "share") return checkShare(permission, input, caller, context);
      const { site } = input;
      if (site === null) {
        // Whoever was let in by a link that has ended since is told so.
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
  return { caller: known, site: { id: held.siteId, actor, endsAt: held.endsAt } };
}

/** They see no serial numbers: no site is theirs by one. */
function checkShare(
  permission: SitePermission,
  { site }: MayNameSite,
  caller: ShareCaller,
  { keys }: Context,
): AtSharedSite {
  const { id, siteId } = caller.share;
  const isTheirs =
    site === null ||
    ("id" in site && site.id === siteId) ||
    ("pageKey" in site && openSiteKey(keys, sharePerson(id), site.pageKey) === siteId);
  if (!isTheirs) throw new Problem("notFound");
  if (!can(SHARE_ACTOR, permission)) throw new Problem("forbidden");
  return { caller, site: { id: siteId, actor: SHARE_ACTOR, endsAt: null } };
}

/** Who looks at a site through its link. */
export const SHARE_ACTOR: SiteActor = { role: 3, owner: false, demo: false, share: true };

/** Somebody with what they hold at a site. */
export function actorOf(
  person: Person,
  held: { role: SiteActor["role"]; creatorId: number },
): SiteActor {
  const { role, creatorId } = held;
  return { role, owner: creatorId === person.id, demo: person.demo, share: false };
}

/**
 * Whether the caller is anybody at all, where an operation needs that: before anything is said of the values.
 * @throws Problem notSignedIn, sessionEnded
 */
export function requireIdentity(
  { kind }: Pick<Access<never, unknown>, "kind">,
  caller: Caller,
): void {
  if (kind !== "anyone" && caller.kind === "anonymous") requireSignedIn(caller);
}

/** @throws Problem notSignedIn, sessionEnded */
export function requireSignedIn(caller: Caller): SignedIn {
  if (caller.kind === "person") return caller;
  const isEnded = caller.kind === "anonymous" && caller.endedElsewhere;
  throw new Problem(isEnded ? "sessionEnded" : "notSignedIn");
}

/** No site has this id: what cannot be a site is looked up all the same, and takes as long. */
const NO_SITE = 0;

function findHeld(site: SiteReference, person: Person, { database, keys, now }: Context) {
  const who = { userId: person.id, now: now() };
  if ("id" in site) return findMembership(database, site.id, who);
  if ("serial" in site) return findMembershipBySerial(database, site.serial, who);
  const serial = serialNumber.safeParse(site.pageKey);
  if (serial.success) return findMembershipBySerial(database, serial.data, who);
  return findMembership(database, openSiteKey(keys, person.id, site.pageKey) ?? NO_SITE, who);
}
