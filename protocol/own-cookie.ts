/** Returns whether cookies of a request get the attribute `Secure`: always, unless the server runs on plain http. */
export function isSecureLine({ url }: Request): boolean {
  return url.startsWith("https:");
}

/**
 * Returns the name of a security-relevant cookie: over https one that only this host can set, for all its paths. A
 * sibling host could set a cookie with a plain name, and one with a longer path would take precedence.
 * @param secure false only if the server runs on plain http
 */
export function ownCookie(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}
