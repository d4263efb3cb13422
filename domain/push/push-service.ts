/** A vendor's push service, which delivers to the browsers of that vendor. */
type PushService = {
  vendor: string;
  /** Complete host names. */
  hosts: readonly string[];
  /** Suffixes of host names, each with a leading dot. */
  suffixes: readonly string[];
};

/** The only services that the portal sends to, so that a subscription cannot name any other server. */
const PUSH_SERVICES: readonly PushService[] = [
  { vendor: "Google", hosts: ["fcm.googleapis.com"], suffixes: [] },
  { vendor: "Mozilla", hosts: [], suffixes: [".push.services.mozilla.com"] },
  { vendor: "Apple", hosts: [], suffixes: [".push.apple.com"] },
  { vendor: "Microsoft", hosts: [], suffixes: [".notify.windows.com"] },
];

/** Maximum length of an endpoint, characters; the longest known ones have about 600. */
export const MAX_ENDPOINT = 1_000;

/**
 * Returns the vendor whose push service an endpoint belongs to; null for any other address. An endpoint is written as
 * browsers write it: https, no port, no user, no fragment, and lower-case ASCII in its host.
 */
export function vendorOfEndpoint(endpoint: string): string | null {
  if (endpoint.length > MAX_ENDPOINT || !URL.canParse(endpoint)) return null;
  const { protocol, host, username, password, hash, href } = new URL(endpoint);
  if (protocol !== "https:" || username !== "" || password !== "" || hash !== "") return null;
  // Another spelling of the same address would be a second subscription of the same browser.
  if (href !== endpoint) return null;
  const service = PUSH_SERVICES.find(
    ({ hosts, suffixes }) => hosts.includes(host) || suffixes.some((end) => host.endsWith(end)),
  );
  return service?.vendor ?? null;
}
