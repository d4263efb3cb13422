import { SHARE_TOKEN_BYTES } from "#domain/sharing/share.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { digest } from "#protocol/keys/digest.ts";
import { IV_BYTES, openBytes, sealBytes } from "#protocol/keys/sealed-bytes.ts";
import type { Context } from "../context.ts";

const PURPOSE = "share";

/** Creates a token for a link in its stored form: a hash to find it and a sealed copy to show it again. */
export function newShareToken({ keys, randomBytes }: Pick<Context, "keys" | "randomBytes">) {
  const token = toBase64Url(randomBytes(SHARE_TOKEN_BYTES));
  const plain = new TextEncoder().encode(token);
  return {
    tokenHash: digest(token),
    sealedToken: sealBytes(keys.share, randomBytes(IV_BYTES), PURPOSE, plain),
  };
}

/** Returns the token of a link; null if the installation's secret has changed. */
export function openShareToken({ keys }: Pick<Context, "keys">, sealed: string): string | null {
  const plain = openBytes(keys.share, PURPOSE, sealed);
  return plain && new TextDecoder().decode(plain);
}
