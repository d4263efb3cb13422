/** Pages under another name of the operator's domain are somebody else's too. */
const FOREIGN_SITES = ["cross-site", "same-site"];

/** Whether a browser says that a page of our own made this request. */
export function isSameOrigin(request: Request): boolean {
  if (isForeign(request)) return false;
  return request.headers.has("Origin") || request.headers.get("Sec-Fetch-Site") === "same-origin";
}

/** Whether a browser says that a page of somebody else made this request. */
export function isForeign(request: Request): boolean {
  const origin = request.headers.get("Origin");
  const site = request.headers.get("Sec-Fetch-Site") ?? "";
  // A form of a page that tells nobody its address (Referrer-Policy: no-referrer) comes without its origin, too.
  const isUntold = origin === "null" && site === "same-origin";
  if (origin !== null && !isUntold && origin !== new URL(request.url).origin) return true;
  return FOREIGN_SITES.includes(site);
}
