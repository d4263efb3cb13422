import { SHARE_TOKEN_BYTES } from "#domain/sharing/share.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { digest } from "#protocol/keys/digest.ts";
import { IV_BYTES, openBytes, sealBytes } from "#protocol/keys/sealed-bytes.ts";
import type { Context } from "../context.ts";

const PURPOSE = "share";

/** A new token for a link, as it is stored: what finds it, and what shows it again. */
export function newShareToken({ keys, randomBytes }: Pick<Context, "keys" | "randomBytes">) {
  const token = toBase64Url(randomBytes(SHARE_TOKEN_BYTES));
  const plain = new TextEncoder().encode(token);
  return {
    tokenHash: digest(token),
    sealedToken: sealBytes(keys.share, randomBytes(IV_BYTES), PURPOSE, plain),
  };
}

/** The token in a link; null where the installation's secret is another one since. */
export function openShareToken({ keys }: Pick<Context, "keys">, sealed: string): string | null {
  const plain = openBytes(keys.share, PURPOSE, sealed);
  return plain && new TextDecoder().decode(plain);
}
