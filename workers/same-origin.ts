/** Sibling names of the operator's domain count as foreign too. */
const FOREIGN_SITES = ["cross-site", "same-site"];

/** Whether the browser declares that one of the portal's pages made this request. */
export function isSameOrigin(request: Request): boolean {
  if (isCrossOrigin(request)) return false;
  return request.headers.has("Origin") || request.headers.get("Sec-Fetch-Site") === "same-origin";
}

/** Whether the browser declares that a page of another origin made this request. */
export function isCrossOrigin(request: Request): boolean {
  const origin = request.headers.get("Origin");
  if (origin !== null && origin !== new URL(request.url).origin) return true;
  return FOREIGN_SITES.includes(request.headers.get("Sec-Fetch-Site") ?? "");
}

/**
 * Whether this is a form of one of the portal's pages whose referrer policy (no-referrer) hides the origin: forms
 * without scripts then send `Origin: null`.
 */
export function hasNoOrigin({ headers }: Request): boolean {
  return headers.get("Origin") === "null" && headers.get("Sec-Fetch-Site") === "same-origin";
}
