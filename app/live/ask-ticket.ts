import { fromBase64Url } from "#protocol/base64url.ts";

const REQUEST_TIMEOUT_MS = 50_000;

export type Ticket = { key: string; ticket: string; serverPublic: Uint8Array };

/** What one connection needs, or the status of the refusal; 0 where nobody answered. */
export async function askTicket(
  siteKey: string,
  language: string,
  left: AbortSignal,
): Promise<Ticket | { refused: number }> {
  try {
    const response = await fetch("/api/site/v2/socketTicket", {
      method: "POST",
      headers: { "Content-Type": "application/json", "Accept-Language": language },
      body: JSON.stringify({ siteKey }),
      signal: AbortSignal.any([left, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
    });
    if (!response.ok) return { refused: response.status };
    const { data } = (await response.json()) as {
      data: Record<"key" | "ticket" | "pubKey", string>;
    };
    const serverPublic = fromBase64Url(data.pubKey);
    return serverPublic === null ? { refused: 0 } : { ...data, serverPublic };
  } catch {
    return { refused: 0 };
  }
}
