import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { siteRole } from "#domain/access/role-schemas.ts";
import type { SiteRole } from "#domain/access/roles.ts";
import type { KeyRing } from "./key-ring.ts";
import { IV_BYTES, openBytes, sealBytes } from "./sealed-bytes.ts";

const PREFIX = "k_";

/** Returns the `key` of a page address: a site id sealed for one user, deterministic so that addresses are stable. */
export function sealSiteKey(ring: KeyRing, person: number, siteId: number): string {
  return remember(sites, ring, person, siteId, () => {
    const plain = new Uint8Array(8);
    new DataView(plain.buffer).setBigUint64(0, BigInt(siteId));
    return PREFIX + sealAlike(ring.pageSite, `site\n${person}`, plain);
  });
}

/** Opens the `key` of a page address and returns the site id; null if it was not sealed for this user. */
export function openSiteKey(ring: KeyRing, person: number, key: string): number | null {
  if (!key.startsWith(PREFIX)) return null;
  const plain = openBytes(ring.pageSite, `site\n${person}`, key.slice(PREFIX.length));
  if (plain?.length !== 8) return null;
  return Number(new DataView(plain.buffer, plain.byteOffset).getBigUint64(0));
}

/** Returns the `role` of a page address: a site role sealed for one user. It grants no permission. */
export function sealRoleKey(ring: KeyRing, person: number, role: SiteRole): string {
  return remember(roles, ring, person, role, () =>
    sealAlike(ring.pageRole, `role\n${person}`, Uint8Array.of(role)),
  );
}

/** Opens the `role` of a page address and returns the site role; null if it was not sealed for this user. */
export function openRoleKey(ring: KeyRing, person: number, text: string): SiteRole | null {
  const plain = openBytes(ring.pageRole, `role\n${person}`, text);
  const role = siteRole.safeParse(plain?.length === 1 ? plain[0] : undefined);
  return role.success ? role.data : null;
}

/**
 * Seals bytes with an initialization vector derived from key, user and content: equal plaintexts yield equal texts, and
 * different ones never share a vector.
 */
function sealAlike(key: Uint8Array, boundTo: string, plain: Uint8Array): string {
  const digest = hmac.create(sha256, key).update(new TextEncoder().encode(`${boundTo}\n`));
  return sealBytes(key, digest.update(plain).digest().slice(0, IV_BYTES), boundTo, plain);
}

/** Maximum number of users with cached keys. */
const MAX_PEOPLE = 100;
/** Maximum number of cached keys of one user. */
const MAX_OF_ONE = 1_000;
/** Cache of sealed keys, by user and number. */
type Sealed = WeakMap<KeyRing, Map<number, Map<number, string>>>;
const sites: Sealed = new WeakMap();
const roles: Sealed = new WeakMap();

/** Returns a cached key or seals a new one. Sealing all keys of a list would cost more than the rest of its page. */
function remember(
  sealed: Sealed,
  ring: KeyRing,
  person: number,
  number: number,
  seal: () => string,
): string {
  const people = sealed.get(ring) ?? new Map<number, Map<number, string>>();
  const own = people.get(person) ?? new Map<number, string>();
  const there = own.get(number);
  if (there !== undefined) return there;
  if (people.size >= MAX_PEOPLE) people.clear();
  if (own.size >= MAX_OF_ONE) own.clear();
  const made = seal();
  sealed.set(ring, people.set(person, own.set(number, made)));
  return made;
}
