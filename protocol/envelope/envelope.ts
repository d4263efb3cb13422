import { MINUTE_MS } from "#domain/units/durations.ts";
import { fromBase64Url } from "../base64url.ts";
import { IV_BYTES, TAG_BYTES } from "./sealed-json.ts";

/** Wrapped key of a sealed call and its answer, and the instant to which both are bound. */
export type WrappedKey = {
  /** Identifies the server's RSA key with which the key of the call was wrapped. */
  kid: string;
  /** The wrapped key as received, canonical base64url. */
  key: string;
  /** The decoded wrapped key. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Instant of the call, ms UTC. */
  datetime: number;
};
/** Fields of a sealed call; `payload` is the initialization vector, the ciphertext and the authentication tag. */
export type Envelope = WrappedKey & { payload: Uint8Array<ArrayBuffer> };

type Fields = Readonly<Record<string, unknown>>;

const MARKS = ["kid", "key", "payload"];
const DECIMAL = /^(0|[1-9]\d{0,15})$/;
const MAX_KID_LENGTH = 64;
/** Maximum difference between the instant of an envelope and the server's clock, ms. */
export const ENVELOPE_LIFETIME_MS = 5 * MINUTE_MS;
/** Time for which the key of an envelope is remembered to refuse a repetition, ms; afterwards it has expired. */
export const ENVELOPE_MEMORY_MS = 2 * ENVELOPE_LIFETIME_MS;

/** Returns whether a body is in the sealed form, which is the case if it has any of the fields of an envelope. */
export function isSealed(body: Fields): boolean {
  return MARKS.some((field) => Object.hasOwn(body, field));
}

/** Reads the four fields of a sealed body; null if one is missing or malformed. */
export function readEnvelope(body: Fields): Envelope | null {
  const wrapped = readWrappedKey(body);
  const payload = typeof body.payload === "string" ? fromBase64Url(body.payload) : null;
  if (wrapped === null || payload === null || payload.length < IV_BYTES + TAG_BYTES) return null;
  return { ...wrapped, payload };
}

/** Returns whether the headers of an upload contain a wrapped key, so that its answer must be sealed. */
export function isSealedUpload(headers: Headers): boolean {
  return headers.has("kid") || headers.has("key");
}

/** Reads the three headers of an upload whose answer must be sealed; null if one is missing or malformed. */
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

/** Returns whether the instant of an envelope is close enough to `now`, ms UTC. */
export function isTimely({ datetime }: WrappedKey, now: number): boolean {
  return Math.abs(now - datetime) <= ENVELOPE_LIFETIME_MS;
}

/**
 * Returns the additional data with which a call is sealed.
 * @param path path of the request, without the query
 * @param datetime instant of the call, ms UTC
 */
export function callBoundTo(path: string, datetime: number): string {
  return `${path}\n${datetime}`;
}

/**
 * Returns the additional data with which the answer to a call is sealed.
 * @param path path of the request, without the query
 * @param datetime instant of the call, ms UTC
 * @param code status of the answer
 */
export function answerBoundTo(path: string, datetime: number, code: number): string {
  return `${path}\n${datetime}\n${code}`;
}
