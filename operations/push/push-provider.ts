import type { Language } from "#domain/languages.ts";

/** A browser that receives messages: its address at a push service and its keys, base64url. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/** Urgency of a message (RFC 8030): a device that saves power may deliver lower ones later. */
export type PushUrgency = "normal" | "high";

export type OutgoingPush = {
  target: PushTarget;
  /** JSON of a `PushMessage`. */
  payload: string;
  /** Time for which the push service keeps the message, s. */
  ttl: number;
  urgency: PushUrgency;
  /** A later message with the same topic replaces one that is not delivered yet: at most 32 characters of base64url. */
  topic: string;
};

/**
 * Answer of a push service: accepted, the subscription no longer exists, refused permanently, or to be sent again later.
 * `retryAfter` is in seconds, 0 if the service requires no delay.
 */
export type PushOutcome =
  | { kind: "sent" }
  | { kind: "gone" }
  | { kind: "refused"; status: number }
  | { kind: "later"; status: number | null; retryAfter: number };

/** Sends messages to browsers through their vendors' push services. */
export type PushProvider = {
  /** The portal's public key, with which browsers subscribe, base64url. */
  publicKey: string;
  /** Returns the vendor of an endpoint; null if the portal does not send there. */
  vendorOf(endpoint: string): string | null;
  /** Encrypts and sends a message. It never throws. */
  send(push: OutgoingPush): Promise<PushOutcome>;
  /** Translates a text of messages into a language. */
  translate(language: Language, key: string, values?: object): string;
};

/** A message as the service worker receives it; the texts are shown as they are. */
export type PushMessage = {
  /** Equal for every delivery of the same message, so that a repeated one is not signalled again. */
  id: string;
  title: string;
  body: string;
  /** Messages with the same tag replace each other on the screen. */
  tag: string;
  /** Path of the page that a click opens. */
  path: string;
  lang: Language;
  dir: "ltr" | "rtl";
  /** ms UTC */
  at: number;
};
