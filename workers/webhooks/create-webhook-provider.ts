import { isPublicAddress } from "#domain/webhooks/public-address.ts";
import { readWebhookAddress } from "#domain/webhooks/webhook-address.ts";
import { WEBHOOK_TIMEOUT_MS } from "#domain/webhooks/webhook-attempts.ts";
import type {
  OutgoingWebhook,
  WebhookFault,
  WebhookOutcome,
  WebhookProvider,
} from "#operations/webhooks/webhook-provider.ts";
import { readRetryAfter } from "../retry-after.ts";

const USER_AGENT = "Helioport-Webhooks/1";
const MIN_REDIRECT = 300;
const MAX_REDIRECT = 399;

/**
 * Creates the sender of webhooks. The host name is resolved before each attempt, and a single address outside of the
 * public networks stops it (docs/decisions/0090).
 */
export function createWebhookProvider(deps: {
  portalOrigin: string;
  /** Origins of receivers on the machine itself. */
  localReceivers: readonly string[];
  now(): number;
  resolve(name: string): Promise<readonly string[]>;
  fetch(address: string, init: RequestInit): Promise<Response>;
}): WebhookProvider {
  const { portalOrigin, localReceivers, now, resolve } = deps;
  const portalHost = new URL(portalOrigin).hostname;
  const isLocal = (url: string) =>
    URL.canParse(url) && localReceivers.includes(new URL(url).origin);

  function readAddress(text: string) {
    return isLocal(text) ? { address: text } : readWebhookAddress(text, portalHost);
  }

  /** Returns why nothing may be sent to an address; null if it may. */
  async function findFault(url: string): Promise<WebhookFault | null> {
    if (isLocal(url)) return null;
    // Addresses are checked when they are set, by the rules of that release.
    if (!("address" in readAddress(url))) return "private";
    try {
      const addresses = await resolve(new URL(url).hostname);
      if (addresses.length === 0) return "name";
      return addresses.every(isPublicAddress) ? null : "private";
    } catch {
      return "name";
    }
  }

  async function post({ url, headers, body }: OutgoingWebhook): Promise<WebhookOutcome> {
    try {
      const response = await deps.fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "User-Agent": USER_AGENT, ...headers },
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
      });
      await response.body?.cancel();
      const { ok, status } = response;
      if (ok) return { kind: "delivered", status };
      const isRedirect = status >= MIN_REDIRECT && status <= MAX_REDIRECT;
      const retryAfter = readRetryAfter(response.headers, now());
      return { kind: "failed", status, fault: isRedirect ? "redirect" : "status", retryAfter };
    } catch (error) {
      return failed(
        error instanceof Error && error.name === "TimeoutError" ? "timeout" : "connection",
      );
    }
  }

  return {
    readAddress,
    async send(webhook) {
      const fault = await findFault(webhook.url);
      return fault === null ? post(webhook) : failed(fault);
    },
  };
}

function failed(fault: WebhookFault): WebhookOutcome {
  return { kind: "failed", status: null, fault, retryAfter: 0 };
}
