import type { KeyObject } from "node:crypto";

export const b64u: (bytes: Uint8Array) => string;
export function fromB64u(text: string): Buffer;
export function keyPair(rawPrivate?: Uint8Array): { privateKey: KeyObject; publicRaw: Buffer };
export function deriveS(keys: {
  privateKey: KeyObject;
  otherPublic: Uint8Array;
  browserPublic: Uint8Array;
  serverPublic: Uint8Array;
  uuid: string;
}): Buffer;
export function sealBody(
  S: Uint8Array,
  cmd: number,
  tag: string,
  body: unknown,
  iv?: Uint8Array,
): string;
export function openBody(
  S: Uint8Array,
  frame: { cmd: number; tag: string; data: string },
): Record<string, unknown>;
export function sealRequest(call: {
  jwk: Record<string, unknown>;
  K: Uint8Array;
  iv?: Uint8Array;
  path: string;
  datetime: number;
  input: unknown;
}): { kid: string; key: string; payload: string; datetime: number };
export function openAnswer(answer: {
  K: Uint8Array;
  path: string;
  datetime: number;
  code: number;
  data: string | undefined;
}): unknown;
