/** Pages under another name of the operator's domain are somebody else's too. */
const FOREIGN_SITES = ["cross-site", "same-site"];

/** Whether a browser says that a page of our own made this request. */
export function isSameOrigin(request: Request): boolean {
  if (isCrossOrigin(request)) return false;
  return request.headers.has("Origin") || request.headers.get("Sec-Fetch-Site") === "same-origin";
}

/** Whether a browser says that a page of somebody else made this request. */
export function isCrossOrigin(request: Request): boolean {
  const origin = request.headers.get("Origin");
  if (origin !== null && origin !== new URL(request.url).origin) return true;
  return FOREIGN_SITES.includes(request.headers.get("Sec-Fetch-Site") ?? "");
}

/**
 * Whether a browser says that this is a form of a page of our own that tells nobody where it is (Referrer-Policy:
 * no-referrer): that takes the origin off forms without scripts, too.
 */
export function hasNoOrigin({ headers }: Request): boolean {
  return headers.get("Origin") === "null" && headers.get("Sec-Fetch-Site") === "same-origin";
}
