import { z } from "zod";
import { digest } from "../keys/digest.ts";

/** Algorithm that wraps the key of a call: RSA-OAEP with SHA-256 as hash and for MGF1, and an empty label. */
export const WRAPPING = { name: "RSA-OAEP", hash: "SHA-256" };

const text = z.string().min(1);

/** Public key of the server, as clients receive it. */
export const publicJwk = z.object({
  kid: text,
  kty: z.literal("RSA"),
  alg: z.literal("RSA-OAEP-256"),
  use: z.literal("enc"),
  n: text,
  e: text,
});
export type PublicJwk = z.infer<typeof publicJwk>;

/** Returns a public key with its thumbprint as `kid` (RFC 7638). */
export function namePublicKey({ n, e }: JsonWebKey): PublicJwk {
  const parts = { e: text.parse(e), kty: "RSA", n: text.parse(n) } as const;
  return { kid: digest(JSON.stringify(parts)), alg: "RSA-OAEP-256", use: "enc", ...parts };
}

/** Imports the server's private key, which can only unwrap keys of calls. */
export async function importServerKey(jwk: JsonWebKey): Promise<CryptoKey> {
  return crypto.subtle.importKey("jwk", jwk, WRAPPING, false, ["decrypt"]);
}

/**
 * Unwraps the key of a call; null if it was not wrapped for this key, or does not have the length of the modulus
 * (RFC 8017, 7.1.2).
 */
export async function unwrapCallKey(
  serverKey: CryptoKey,
  wrapped: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  // Some runtimes also accept the number without its leading zeros, which would allow a second form of the same call.
  const { modulusLength } = serverKey.algorithm as { modulusLength?: number };
  if (wrapped.length * 8 !== modulusLength) return null;
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: "RSA-OAEP" }, serverKey, wrapped));
  } catch {
    return null;
  }
}
