/**
 * The query of the pages of one site. `role` is only carried because the specification's addresses have it; it grants
 * nothing, since the role is looked up on every request and a different one would be ignored.
 */
export function siteSearch({ key, roleKey }: { key: string; roleKey: string }): string {
  return `?key=${encodeURIComponent(key)}&role=${encodeURIComponent(roleKey)}`;
}
