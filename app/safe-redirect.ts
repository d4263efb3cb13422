const SOMEWHERE = "https://portal.invalid";

/** A path of ours to go to after the login; what leaves the origin, or is no path, is ignored. */
export function safeRedirect(wanted: string | null, otherwise: string): string {
  if (wanted === null || !wanted.startsWith("/")) return otherwise;
  if (!URL.canParse(wanted, SOMEWHERE)) return otherwise;
  const { origin, pathname, search, hash } = new URL(wanted, SOMEWHERE);
  if (origin !== SOMEWHERE || pathname.startsWith("//")) return otherwise;
  return pathname + search + hash;
}
