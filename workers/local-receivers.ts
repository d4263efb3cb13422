/** Names of the machine itself, as the parser of addresses writes them. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Returns the origins of receivers on the machine itself, to which the local platform and tests may send pushes and
 * webhooks without TLS: those that the setting `LOCAL_RECEIVERS` lists, separated by spaces. A portal that is reached
 * by a public address has none, whatever the setting is.
 */
export function readLocalReceivers(env: unknown): readonly string[] {
  const { LOCAL_RECEIVERS: listed, PORTAL_ORIGIN: portal } = env as Record<string, unknown>;
  if (typeof listed !== "string" || typeof portal !== "string" || !isLoopback(portal)) return [];
  return listed.split(" ").filter((origin) => isLoopback(origin));
}

function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === origin && LOOPBACK.includes(url.hostname);
}
