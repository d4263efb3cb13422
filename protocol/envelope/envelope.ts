import { fromBase64Url } from "../base64url.ts";
import { IV_BYTES, TAG_BYTES } from "./sealed-json.ts";

/** What a sealed call and its answer are sealed with: the key, still wrapped, and the instant that both are bound to. */
export type WrappedKey = {
  /** Names the server's RSA key that it was wrapped for. */
  kid: string;
  /** As it came; no other spelling of it is taken. */
  key: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** ms UTC */
  datetime: number;
};
export type Envelope = WrappedKey & { payload: Uint8Array<ArrayBuffer> };

type Fields = Readonly<Record<string, unknown>>;

const MARKS = ["kid", "key", "payload"];
const DECIMAL = /^(0|[1-9]\d{0,15})$/;
const MAX_KID_LENGTH = 64;
/** An envelope counts this long before and after its time. */
export const ENVELOPE_LIFETIME_MS = 300_000;
/** Its key is remembered until its time must be past. */
export const ENVELOPE_MEMORY_MS = 2 * ENVELOPE_LIFETIME_MS;

/** Whether a body is in the sealed form: any of its fields makes it that. */
export function isSealed(body: Fields): boolean {
  return MARKS.some((field) => Object.hasOwn(body, field));
}

/** The four fields of a sealed body; null where one is missing or cannot be right. */
export function readEnvelope(body: Fields): Envelope | null {
  const wrapped = readWrappedKey(body);
  const payload = typeof body.payload === "string" ? fromBase64Url(body.payload) : null;
  if (wrapped === null || payload === null || payload.length < IV_BYTES + TAG_BYTES) return null;
  return { ...wrapped, payload };
}

/** Whether the headers of an upload wrap a key. */
export function isSealedUpload(headers: Headers): boolean {
  return headers.has("kid") || headers.has("key");
}

/** The three headers of an upload whose answer is to be sealed; null where one is missing or cannot be right. */
export function readUploadHeaders(headers: Headers): WrappedKey | null {
  const datetime = headers.get("datetime") ?? "";
  if (!DECIMAL.test(datetime)) return null;
  return readWrappedKey({
    kid: headers.get("kid"),
    key: headers.get("key"),
    datetime: Number(datetime),
  });
}

function readWrappedKey({ kid, key, datetime }: Fields): WrappedKey | null {
  if (typeof kid !== "string" || kid.length > MAX_KID_LENGTH) return null;
  if (typeof datetime !== "number" || !Number.isSafeInteger(datetime) || datetime < 0) return null;
  const bytes = typeof key === "string" ? fromBase64Url(key) : null;
  return bytes === null ? null : { kid, key: key as string, bytes, datetime };
}

export function isTimely({ datetime }: WrappedKey, now: number): boolean {
  return Math.abs(now - datetime) <= ENVELOPE_LIFETIME_MS;
}

/** What a call is bound to. @param path as requested, without the query */
export function callBoundTo(path: string, datetime: number): string {
  return `${path}\n${datetime}`;
}

/** What its answer is bound to. */
export function answerBoundTo(path: string, datetime: number, code: number): string {
  return `${path}\n${datetime}\n${code}`;
}
