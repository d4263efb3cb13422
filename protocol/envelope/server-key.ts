import { z } from "zod";
import { digest } from "../keys/digest.ts";

/** How the server's keys wrap the key of a call: RSA-OAEP with SHA-256 for hash and MGF1, and an empty label. */
export const WRAPPING = { name: "RSA-OAEP", hash: "SHA-256" };

const text = z.string().min(1);

/** A public key as clients receive it. */
export const publicJwk = z.object({
  kid: text,
  kty: z.literal("RSA"),
  alg: z.literal("RSA-OAEP-256"),
  use: z.literal("enc"),
  n: text,
  e: text,
});
export type PublicJwk = z.infer<typeof publicJwk>;

/** A public key under the name that follows from it (RFC 7638). */
export function namePublicKey({ n, e }: JsonWebKey): PublicJwk {
  const parts = { e: text.parse(e), kty: "RSA", n: text.parse(n) } as const;
  return { kid: digest(JSON.stringify(parts)), alg: "RSA-OAEP-256", use: "enc", ...parts };
}

export async function importServerKey(jwk: JsonWebKey): Promise<CryptoKey> {
  return crypto.subtle.importKey("jwk", jwk, WRAPPING, false, ["decrypt"]);
}

/** The key of a call; null where it was not wrapped for this key, or is not as long as the modulus (RFC 8017, 7.1.2). */
export async function unwrapCallKey(
  serverKey: CryptoKey,
  wrapped: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  // Some runtimes take the same number without its leading zeros, which would be a second form of the same call.
  const { modulusLength } = serverKey.algorithm as { modulusLength?: number };
  if (wrapped.length * 8 !== modulusLength) return null;
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: "RSA-OAEP" }, serverKey, wrapped));
  } catch {
    return null;
  }
}
