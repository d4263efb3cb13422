const SOMEWHERE = "https://portal.invalid";

/**
 * Returns a path of this portal for a redirect; a target outside the origin, or an invalid one, is replaced by the
 * fallback.
 */
export function safeRedirect(wanted: string | null, otherwise: string): string {
  if (wanted === null || !wanted.startsWith("/")) return otherwise;
  if (!URL.canParse(wanted, SOMEWHERE)) return otherwise;
  const { origin, pathname, search, hash } = new URL(wanted, SOMEWHERE);
  if (origin !== SOMEWHERE || pathname.startsWith("//")) return otherwise;
  return pathname + search + hash;
}
