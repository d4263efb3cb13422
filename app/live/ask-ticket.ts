import { fromBase64Url } from "#protocol/base64url.ts";
import type { ApiAnswer } from "../api/api-types.ts";
import { callApi } from "../api/call-api.ts";
import { agreeSessionKeys, type SessionKeys } from "./session-keys.ts";

const PATH = "POST /site/v2/socketTicket";

export type Ticket = Pick<ApiAnswer<typeof PATH>, "key" | "ticket"> & SessionKeys;

/** The site to watch, and the reference of the share session if it is viewed through its link. */
export type WatchedSite = { siteKey: string; shareRef: string | undefined };

/**
 * Requests the ticket of one connection and agrees its keys.
 * @param client id of the browser and language of the answer
 * @returns the status of a refusal, or 0 if the server did not answer or its key is invalid
 */
export async function askTicket(
  { siteKey, shareRef }: WatchedSite,
  { uuid, language }: { uuid: string; language: string },
  left: AbortSignal,
): Promise<Ticket | { refused: number }> {
  const result = await callApi(PATH, { siteKey }, { language, signal: left, shareRef });
  if (!result.isOk) return { refused: result.status };
  const { key, ticket, pubKey } = result.data;
  const serverPublic = fromBase64Url(pubKey);
  const keys = serverPublic && (await agreeSessionKeys(serverPublic, uuid));
  return keys === null ? { refused: 0 } : { key, ticket, ...keys };
}
