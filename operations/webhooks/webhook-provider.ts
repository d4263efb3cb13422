/** Why an attempt failed, as the delivery log shows it. */
export const WEBHOOK_FAULTS = [
  /** The receiver answered with a status other than 2xx. */
  "status",
  /** The receiver answered with a redirect, which is not followed. */
  "redirect",
  /** There was no complete answer in time. */
  "timeout",
  /** No connection, or an invalid certificate. */
  "connection",
  /** The name has no address, or could not be resolved. */
  "name",
  /** The name has an address in a private network. */
  "private",
  /** The secret cannot be opened, because that of the deployment has changed; a rotation creates a new one. */
  "secret",
  /** A day had passed before an attempt was possible, as when the site was deleted and restored. */
  "late",
  /** The webhook was disabled before the delivery. */
  "disabled",
] as const;
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number];

export type OutgoingWebhook = {
  url: string;
  /** Headers of the signature. */
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body: string;
};

/** Result of one attempt; `retryAfter` is in seconds, 0 if the receiver requires no delay. */
export type WebhookOutcome =
  | { kind: "delivered"; status: number }
  | { kind: "failed"; status: number | null; fault: WebhookFault; retryAfter: number };

/** Sends notifications to the addresses that administrators have set. */
export type WebhookProvider = {
  /**
   * Checks an address before it is stored.
   * @returns the address in its stored form, or the key of the message that says why it is refused
   */
  readAddress(text: string): { address: string } | { fault: string };
  /** Makes one attempt, within ten seconds. It never throws. */
  send(webhook: OutgoingWebhook): Promise<WebhookOutcome>;
};
