import { SECOND_MS } from "#domain/units/durations.ts";
import type { Credentials } from "../logger/link.ts";

/** Time within which a part of a file has to arrive, ms. */
const PART_TIMEOUT_MS = 30 * SECOND_MS;

/** A request for a part of a file; `etag` is the one that the file has to have. */
export type PartRequest = { url: string; offset: number; length: number; etag: string };

/** An answer: 206 with the part, 200 with the whole file, or another status without a body. */
export type FilePart = { status: number; etag: string | null; bytes: Uint8Array };

/** Fetches a part of a file of the portal; null if no answer arrives. */
export type FetchPart = (
  credentials: Credentials,
  request: PartRequest,
) => Promise<FilePart | null>;

/** Fetches from the portal at `portal`, http, https, ws or wss. */
export function fetchFrom(portal: string): FetchPart {
  const base = new URL(portal);
  base.protocol = base.protocol.replace("ws", "http");
  return async ({ serial, secret }, { url, offset, length, etag }) => {
    const address = new URL(url, base);
    // The logger sends its credentials to no other server than its portal.
    if (address.origin !== base.origin) return { status: 400, etag: null, bytes: new Uint8Array() };
    try {
      const response = await fetch(address, {
        headers: {
          authorization: `Basic ${Buffer.from(`${serial}:${secret}`).toString("base64")}`,
          range: `bytes=${offset}-${offset + length - 1}`,
          "if-match": etag,
          "accept-encoding": "identity",
        },
        redirect: "manual",
        signal: AbortSignal.timeout(PART_TIMEOUT_MS),
      });
      const isFile = response.ok;
      if (!isFile) await response.body?.cancel();
      const bytes = isFile ? new Uint8Array(await response.arrayBuffer()) : new Uint8Array();
      return { status: response.status, etag: response.headers.get("etag"), bytes };
    } catch {
      return null;
    }
  };
}
