/** Cookies are secure unless the server itself runs on plain http. */
export function isSecureLine({ url }: Request): boolean {
  return url.startsWith("https:");
}

/**
 * Returns the name of a security-relevant cookie: over https one that only this host can set, for all its paths. A
 * sibling host could plant a plain name, and a cookie with a longer path would take precedence.
 */
export function ownCookie(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}
