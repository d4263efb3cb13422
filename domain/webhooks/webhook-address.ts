/** Maximum length of a webhook's address, characters. */
export const MAX_WEBHOOK_ADDRESS = 1_000;

/** Why an address is refused; also the key of the message in the `problems` namespace. */
export type AddressFault = "webhookAddress" | "webhookHttps" | "webhookPrivate";

/** Endings of names that no public server has, or that name servers inside of a network or cloud. */
const CLOSED_ENDINGS = new Set([
  "alt",
  "arpa",
  "corp",
  "default",
  "domain",
  "example",
  "home",
  "host",
  "internal",
  "intranet",
  "invalid",
  "lan",
  "local",
  "localdomain",
  "localhost",
  "mail",
  "onion",
  "private",
  "router",
  "svc",
  "test",
  "workgroup",
]);

/** Names of letters, digits and hyphens in at least two labels, as the parser of addresses writes them. */
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A user before the host, also an empty one, which the parser of addresses removes. Paths may contain the sign. */
const EMPTY_USER = /^https:\/*[^/?#]*@/i;

/**
 * Checks the address of a webhook before anything is resolved: https on the usual port, a public host name instead of an
 * IP address, no user or fragment, and not the portal itself.
 * @param portalHost host of the portal, which must not call itself
 * @returns the address as it is stored, or why it is refused
 */
export function readWebhookAddress(
  text: string,
  portalHost: string,
): { address: string } | { fault: AddressFault } {
  if (text.length > MAX_WEBHOOK_ADDRESS || hasHiddenCharacter(text) || !URL.canParse(text))
    return { fault: "webhookAddress" };
  const url = new URL(text);
  // Characters that are not ASCII are stored escaped, which is longer.
  if (url.href.length > MAX_WEBHOOK_ADDRESS) return { fault: "webhookAddress" };
  if (url.protocol !== "https:") return { fault: "webhookHttps" };
  const hasUser = url.username !== "" || url.password !== "" || EMPTY_USER.test(text);
  if (hasUser || url.hash !== "") return { fault: "webhookAddress" };
  if (url.port !== "") return { fault: "webhookAddress" };
  const name = url.hostname;
  if (name.length > 253 || !HOST_NAME.test(name)) return { fault: "webhookPrivate" };
  const labels = name.split(".");
  const isClosed = labels.some((label, place) => place > 0 && label === "localhost");
  if (isClosed || CLOSED_ENDINGS.has(labels.at(-1) ?? "") || name === portalHost)
    return { fault: "webhookPrivate" };
  return { address: url.href };
}

/** Spaces, controls and backslashes, which parsers of addresses remove or read differently. */
function hasHiddenCharacter(text: string): boolean {
  return /[\s\\\p{C}]/u.test(text);
}
