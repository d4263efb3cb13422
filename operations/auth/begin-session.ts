import type { SigningBrowser } from "#database/known-browsers.ts";
import { addSession } from "#database/sessions.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { digest } from "#protocol/keys/digest.ts";
import type { Context } from "../context.ts";

const TOKEN_BYTES = 32;

/** The token of a new session; null where the password is no longer the stored one, which was to end all it opened. */
export async function beginSession(
  { database, now, randomBytes }: Pick<Context, "database" | "now" | "randomBytes">,
  owner: { userId: number; passwordHash: string; browser?: SigningBrowser },
): Promise<string | null> {
  const token = toBase64Url(randomBytes(TOKEN_BYTES));
  const begun = await addSession(database, { ...owner, id: digest(token), now: now() });
  return begun ? token : null;
}
