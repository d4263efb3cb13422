import { digest } from "#protocol/keys/digest.ts";
import type { Context } from "../context.ts";

const SECRET_BYTES = 16;

/** Creates a secret for a logger, in digits and letters that users can type, and its stored hash. */
export function newLoggerSecret({ randomBytes }: Context): { secret: string; hash: string } {
  const bytes = [...randomBytes(SECRET_BYTES)];
  const secret = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { secret, hash: digest(secret) };
}
