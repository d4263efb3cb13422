import { digest } from "#protocol/keys/digest.ts";
import type { Context } from "../context.ts";

const SECRET_BYTES = 16;

/** A secret for a logger to show, in digits and letters that people can type, and how it is stored. */
export function newLoggerSecret({ randomBytes }: Context): { secret: string; hash: string } {
  const bytes = [...randomBytes(SECRET_BYTES)];
  const secret = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { secret, hash: digest(secret) };
}
