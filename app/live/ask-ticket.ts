import { fromBase64Url } from "#protocol/base64url.ts";
import type { ApiAnswer } from "../api/api-types.ts";
import { callApi } from "../api/call-api.ts";

const PATH = "POST /site/v2/socketTicket";

export type Ticket = Pick<ApiAnswer<typeof PATH>, "key" | "ticket"> & { serverPublic: Uint8Array };

/** The site to watch, and the reference of the share session if it is viewed through its link. */
export type WatchedSite = { siteKey: string; shareRef: string | undefined };

/** Requests the ticket of one connection. Returns the status of a refusal, or 0 if the server did not answer. */
export async function askTicket(
  { siteKey, shareRef }: WatchedSite,
  language: string,
  left: AbortSignal,
): Promise<Ticket | { refused: number }> {
  const result = await callApi(PATH, { siteKey }, { language, signal: left, shareRef });
  if (!result.isOk) return { refused: result.status };
  const { key, ticket, pubKey } = result.data;
  const serverPublic = fromBase64Url(pubKey);
  return serverPublic === null ? { refused: 0 } : { key, ticket, serverPublic };
}
