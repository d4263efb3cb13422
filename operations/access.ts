import { findMembership, findMembershipBySerial } from "#database/members.ts";
import { can, canOnPlatform } from "#domain/access/can.ts";
import type { AccountPermission, SitePermission } from "#domain/access/permissions.ts";
import type { SiteActor } from "#domain/access/roles.ts";
import { tokenAllows, tokenAllowsOnPlatform, tokenReaches } from "#domain/access/token-scope.ts";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import { Problem } from "#domain/problem.ts";
import { openSiteKey } from "#protocol/keys/page-keys.ts";
import type { Caller, Context, Person, SignedIn } from "./context.ts";
import type { NamesSite, SiteReference } from "./site-input.ts";

/** Who may run an operation, and what its `run` is told of them. */
export type Access<Input, Granted> = {
  kind: "anyone" | "signedIn" | "onSite";
  /** @throws Problem notSignedIn, sessionEnded, forbidden or notFound */
  check(input: Input, caller: Caller, context: Context): Promise<Granted>;
};

/** Somebody signed in, and the site they may do it at. */
export type AtSite = { caller: SignedIn; site: { id: number; actor: SiteActor } };

/** Signed in or not. */
export const anyone: Access<unknown, { caller: Caller }> = {
  kind: "anyone",
  check: async (_input, caller) => ({ caller }),
};

/** Signed in, and allowed this outside any site. */
export function signedIn(permission: AccountPermission): Access<unknown, { caller: SignedIn }> {
  return {
    kind: "signedIn",
    async check(_input, caller) {
      const known = demandSignedIn(caller);
      const { person, token } = known;
      if (!canOnPlatform(person, permission)) throw new Problem("forbidden");
      if (token && !tokenAllowsOnPlatform(token, permission)) throw new Problem("forbidden");
      return { caller: known };
    },
  };
}

/** Signed in, and allowed this inside the site that the input names. Absent and not yours look the same. */
export function onSite(permission: SitePermission): Access<NamesSite, AtSite> {
  return {
    kind: "onSite",
    async check({ site }, caller, context) {
      const known = demandSignedIn(caller);
      const { person, token } = known;
      const held = await findHeld(site, person, context);
      if (held === undefined) throw new Problem("notFound");
      if (token && !tokenReaches(token, held.siteId)) throw new Problem("notFound");
      const actor = actorOf(person, held);
      if (!can(actor, permission)) throw new Problem("forbidden");
      if (token && !tokenAllows(token, permission)) throw new Problem("forbidden");
      return { caller: known, site: { id: held.siteId, actor } };
    },
  };
}

/** Somebody with what they hold at a site. */
export function actorOf(
  person: Person,
  held: { role: SiteActor["role"]; creatorId: number },
): SiteActor {
  const { role, creatorId } = held;
  return { role, owner: creatorId === person.id, demo: person.demo, share: false };
}

function demandSignedIn(caller: Caller): SignedIn {
  if (caller.kind === "person") return caller;
  throw new Problem(caller.endedElsewhere ? "sessionEnded" : "notSignedIn");
}

/** No site has this id: what cannot be a site is looked up all the same, and takes as long. */
const NO_SITE = 0;

function findHeld(site: SiteReference, person: Person, { database, keys }: Context) {
  if ("id" in site) return findMembership(database, site.id, person.id);
  if ("serial" in site) return findMembershipBySerial(database, site.serial, person.id);
  const serial = serialNumber.safeParse(site.pageKey);
  if (serial.success) return findMembershipBySerial(database, serial.data, person.id);
  const siteId = openSiteKey(keys, person.id, site.pageKey) ?? NO_SITE;
  return findMembership(database, siteId, person.id);
}
