import { fromBase64Url } from "../base64url.ts";
import { IV_BYTES } from "../keys/sealed-bytes.ts";
import { MAX_VIEWER_FRAME_BYTES } from "../logger/limits.ts";
import type { ViewerFrame } from "./messages.ts";
import { openBody, sealBody } from "./sealed-body.ts";

/** Number of characters at an end of a frame that contain all of its small fields. */
const NEAR_AN_END = 512;

/** Parses the JSON of a frame; null if it is not JSON. */
export function readJson(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Returns whether a viewer's frame exceeds the maximum size. Frames of the server may be larger. */
export function isTooLarge(text: string): boolean {
  if (text.length > MAX_VIEWER_FRAME_BYTES) return true;
  if (text.length * 3 <= MAX_VIEWER_FRAME_BYTES) return false;
  return new TextEncoder().encode(text).length > MAX_VIEWER_FRAME_BYTES;
}

/** Returns the tag of a frame that is too large to be parsed, if it is near one of its ends; otherwise "". */
export function findTag(text: string): string {
  const ends = `${text.slice(0, NEAR_AN_END)}\n${text.slice(-NEAR_AN_END)}`;
  return /"tag"\s*:\s*"([^"\\]{1,64})"/.exec(ends)?.[1] ?? "";
}

/** Opens the body of a frame; null if it was not sealed with this key. */
export function openFrame(key: Uint8Array, frame: ViewerFrame): { body: unknown } | null {
  return openBody(key, frame.cmd, frame.tag, frame.data);
}

/** Decodes the public key in a frame's `key`, 32 bytes; null if it is missing or malformed. */
export function readPublicKey(text: ViewerFrame["key"]): Uint8Array | null {
  const bytes = text == null ? null : fromBase64Url(text);
  return bytes?.length === 32 ? bytes : null;
}

/** Content of a frame before its body is sealed. */
export type FrameContent = {
  uuid: string;
  cmd: number;
  tag: string;
  language: string;
  /** Ephemeral public key of the browser, base64url; only in a login. */
  key?: string;
  /** Body, as encoded by `encodeBody`. */
  plain: Uint8Array;
};

/**
 * Seals the body of a frame and returns the text of the frame.
 * @param randomBytes returns new random bytes
 */
export function writeFrame(
  sessionKey: Uint8Array,
  randomBytes: (length: number) => Uint8Array,
  { plain, ...content }: FrameContent,
): string {
  const data = sealBody(sessionKey, randomBytes(IV_BYTES), content.cmd, content.tag, plain);
  return frameText(content, data);
}

/**
 * Returns the text of a frame with a sealed body.
 * @param data sealed body
 */
export function frameText(content: Omit<FrameContent, "plain">, data: string): string {
  return JSON.stringify({ ...content, data } satisfies ViewerFrame);
}
