import { fromBase64Url } from "../base64url.ts";
import { IV_BYTES } from "../keys/sealed-bytes.ts";
import { MAX_VIEWER_FRAME_BYTES } from "../logger/limits.ts";
import type { ViewerFrame } from "./messages.ts";
import { openBody, sealBody } from "./sealed-body.ts";

/** Characters from an end of a frame that hold all of its small fields. */
const NEAR_AN_END = 512;

/** The JSON of a frame, or null where it is not JSON. */
export function readJson(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Whether a viewer's frame is larger than it may be. The server's own, with a whole tree in them, may be larger. */
export function isTooLarge(text: string): boolean {
  if (text.length > MAX_VIEWER_FRAME_BYTES) return true;
  if (text.length * 3 <= MAX_VIEWER_FRAME_BYTES) return false;
  return new TextEncoder().encode(text).length > MAX_VIEWER_FRAME_BYTES;
}

/** The tag of a frame that is too large to be read: at either end of it, where writers put it; else empty. */
export function findTag(text: string): string {
  const ends = `${text.slice(0, NEAR_AN_END)}\n${text.slice(-NEAR_AN_END)}`;
  return /"tag"\s*:\s*"([^"\\]{1,64})"/.exec(ends)?.[1] ?? "";
}

/** The body of a frame, or null where it was not sealed with this key. */
export function openFrame(key: Uint8Array, frame: ViewerFrame): { body: unknown } | null {
  return openBody(key, frame.cmd, frame.tag, frame.data);
}

/** The 32 raw bytes of a public key in a frame's `key`, or null. */
export function readPublicKey(text: ViewerFrame["key"]): Uint8Array | null {
  const bytes = text == null ? null : fromBase64Url(text);
  return bytes?.length === 32 ? bytes : null;
}

export type FrameContent = {
  uuid: string;
  cmd: number;
  tag: string;
  language: string;
  /** The browser's ephemeral public key, base64url; only on a login. */
  key?: string;
  /** What `encodeBody` made. */
  plain: Uint8Array;
};

/** The text of a sealed frame. */
export function writeFrame(
  sessionKey: Uint8Array,
  randomBytes: (length: number) => Uint8Array,
  { plain, ...content }: FrameContent,
): string {
  const data = sealBody(sessionKey, randomBytes(IV_BYTES), content.cmd, content.tag, plain);
  return frameText(content, data);
}

/** The text of a frame whose body is sealed already. */
export function frameText(content: Omit<FrameContent, "plain">, data: string): string {
  return JSON.stringify({ ...content, data } satisfies ViewerFrame);
}
