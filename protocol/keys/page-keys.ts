import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { type SiteRole, siteRole } from "#domain/access/roles.ts";
import type { KeyRing } from "./key-ring.ts";
import { IV_BYTES, openBytes, sealBytes } from "./sealed-bytes.ts";

const PREFIX = "k_";

/** The `key` of a page address: a site id sealed for one user. It is deterministic, so that addresses stay stable. */
export function sealSiteKey(ring: KeyRing, person: number, siteId: number): string {
  return remember(sites, ring, person, siteId, () => {
    const plain = new Uint8Array(8);
    new DataView(plain.buffer).setBigUint64(0, BigInt(siteId));
    return PREFIX + sealAlike(ring.pageSite, `site\n${person}`, plain);
  });
}

/** The site id, or null where the key is not one of this person's. */
export function openSiteKey(ring: KeyRing, person: number, key: string): number | null {
  if (!key.startsWith(PREFIX)) return null;
  const plain = openBytes(ring.pageSite, `site\n${person}`, key.slice(PREFIX.length));
  if (plain?.length !== 8) return null;
  return Number(new DataView(plain.buffer, plain.byteOffset).getBigUint64(0));
}

/** The `role` of a page address: a site role sealed for one person. It grants nothing. */
export function sealRoleKey(ring: KeyRing, person: number, role: SiteRole): string {
  return remember(roles, ring, person, role, () =>
    sealAlike(ring.pageRole, `role\n${person}`, Uint8Array.of(role)),
  );
}

/** The site role, or null where it is not one sealed for this person. */
export function openRoleKey(ring: KeyRing, person: number, text: string): SiteRole | null {
  const plain = openBytes(ring.pageRole, `role\n${person}`, text);
  const role = siteRole.safeParse(plain?.length === 1 ? plain[0] : undefined);
  return role.success ? role.data : null;
}

/**
 * The iv is derived from key, user and content: equal plaintexts give equal texts, and different ones never share an
 * iv.
 */
function sealAlike(key: Uint8Array, boundTo: string, plain: Uint8Array): string {
  const digest = hmac.create(sha256, key).update(new TextEncoder().encode(`${boundTo}\n`));
  return sealBytes(key, digest.update(plain).digest().slice(0, IV_BYTES), boundTo, plain);
}

const MAX_PEOPLE = 100;
const MAX_OF_ONE = 1_000;
/** What was sealed, by person and number. */
type Sealed = WeakMap<KeyRing, Map<number, Map<number, string>>>;
const sites: Sealed = new WeakMap();
const roles: Sealed = new WeakMap();

/** Keys are deterministic and a list has many of them: sealing each again would cost more than the rest of its page. */
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
