/**
 * The query of the pages of one site. `role` is only carried, as the specification's addresses have it: nobody opens
 * it, since the role that counts is looked up on every request and one that disagrees would be ignored anyway.
 */
export function siteSearch({ key, roleKey }: { key: string; roleKey: string }): string {
  return `?key=${encodeURIComponent(key)}&role=${encodeURIComponent(roleKey)}`;
}
