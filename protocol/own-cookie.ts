/** Cookies are secure unless the server itself runs on plain http. */
export function isSecureLine({ url }: Request): boolean {
  return url.startsWith("https:");
}

/**
 * The name of a cookie that something hangs on: over https one that only this very host can set, for all its paths. A
 * plain name could be planted by whoever has a sibling host, and a longer path would come before ours.
 */
export function ownCookie(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}
