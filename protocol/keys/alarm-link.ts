import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { fromBase64Url, toBase64Url } from "../base64url.ts";
import { equalDigests } from "./digest.ts";
import type { KeyRing } from "./key-ring.ts";

/** Content of a link in a notification: an alarm, the user who was notified of it, and its expiry, ms UTC. */
export type AlarmLink = { userId: number; siteId: number; logId: number; expiresAt: number };

const MAX_TOKEN = 200;

/** Returns the token of a link to act on an alarm: its content and an HMAC-SHA256. */
export function signAlarmLink(
  ring: KeyRing,
  { userId, siteId, logId, expiresAt }: AlarmLink,
): string {
  return sign(ring, ["alarm", userId, siteId, logId, expiresAt]);
}

/** Opens the token of an alarm; null if it was changed or signed under another secret, or has expired. */
export function openAlarmLink(ring: KeyRing, token: string, now: number): AlarmLink | null {
  const [userId, siteId, logId, expiresAt, ...more] = open(ring, "alarm", token) ?? [];
  if (userId === undefined || siteId === undefined || logId === undefined) return null;
  if (expiresAt === undefined || more.length > 0 || now >= expiresAt) return null;
  return { userId, siteId, logId, expiresAt };
}

/** Returns the token of a link that ends the alarm e-mails to a user. It does not expire. */
export function signUnsubscribeLink(ring: KeyRing, userId: number): string {
  return sign(ring, ["unsubscribe", userId]);
}

/** Opens the token of a link that ends alarm e-mails and returns the user's id; null if it is not valid. */
export function openUnsubscribeLink(ring: KeyRing, token: string): number | null {
  const [userId, ...more] = open(ring, "unsubscribe", token) ?? [];
  return userId === undefined || more.length > 0 ? null : userId;
}

function sign(ring: KeyRing, content: readonly (string | number)[]): string {
  const text = toBase64Url(new TextEncoder().encode(content.join(" ")));
  return `${text}.${macOf(ring, text)}`;
}

function open(ring: KeyRing, purpose: string, token: string): number[] | null {
  if (token.length > MAX_TOKEN) return null;
  const [text = "", mac = "", ...more] = token.split(".");
  if (more.length > 0 || !equalDigests(macOf(ring, text), mac)) return null;
  const bytes = fromBase64Url(text);
  if (bytes === null) return null;
  const [named, ...numbers] = new TextDecoder().decode(bytes).split(" ");
  const values = numbers.map(Number);
  return named === purpose && values.every(Number.isSafeInteger) ? values : null;
}

function macOf(ring: KeyRing, text: string): string {
  return toBase64Url(hmac(sha256, ring.alarmLink, new TextEncoder().encode(text)));
}
