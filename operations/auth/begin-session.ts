import type { SigningBrowser } from "#database/auth/known-browsers.ts";
import { addSession } from "#database/auth/sessions.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { digest } from "#protocol/keys/digest.ts";
import type { Context } from "../context.ts";
import { closeSockets } from "./close-sockets.ts";

const TOKEN_BYTES = 32;

/**
 * Begins a session and returns its token, or null if the stored password hash has changed. The sockets of replaced
 * sessions are closed at once, or by the sweep if a site cannot be reached.
 */
export async function beginSession(
  context: Context,
  owner: { userId: number; passwordHash: string; browser?: SigningBrowser },
): Promise<string | null> {
  const { browser, database, now, randomBytes } = context;
  const token = toBase64Url(randomBytes(TOKEN_BYTES));
  const session = { ...owner, id: digest(token), now: now(), client: browser.client };
  const ended = await addSession(database, session);
  if (ended === null) return null;
  await Promise.allSettled(ended.map((id) => closeSockets(context, id)));
  return token;
}
