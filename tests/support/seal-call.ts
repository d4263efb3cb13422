import { exports } from "cloudflare:workers";
import { randomBytes } from "node:crypto";
// biome-ignore lint/correctness/useImportExtensions: the client is not TypeScript
import { openAnswer, sealRequest } from "../clean-room/envelope.mjs";
import { ORIGIN } from "./call-api.ts";

type Jwk = Record<string, string>;
/** The body of a sealed call. */
export type SealedBody = { kid: string; key: string; payload: string; datetime: number };
/** A sealed call as it goes out, and what opens its answer. */
export type SealedCall = { path: string; body: SealedBody; K: Uint8Array };

export async function fetchKeys(): Promise<{ keys: Jwk[]; time: number }> {
  const response = await exports.default.fetch(`${ORIGIN}/api/basic/v2/envelopeKeys`);
  const { data } = (await response.json()) as { data: { keys: Jwk[]; time: number } };
  return data;
}

/** @param path with `/api` */
export function sealCall(
  jwk: Jwk | undefined,
  path: string,
  input: unknown,
  datetime = Date.now(),
): SealedCall {
  const K = randomBytes(32);
  const body = sealRequest({ jwk: jwk ?? {}, K, iv: randomBytes(12), path, datetime, input });
  return { path, body, K };
}

export type Received = { status: number; text: string; body: { code: number; data?: unknown } };

export async function post(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Received> {
  const response = await exports.default.fetch(ORIGIN + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) };
}

/** The data of a sealed answer. */
export function openData({ path, body, K }: SealedCall, { body: answer }: Received): unknown {
  const { code, data } = answer;
  return openAnswer({ K, path, datetime: body.datetime, code, data: data as string | undefined });
}
