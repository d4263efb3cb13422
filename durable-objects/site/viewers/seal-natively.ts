import { createCipheriv, type KeyObject } from "node:crypto";
import { IV_BYTES } from "#protocol/keys/sealed-bytes.ts";

const TAG_BYTES = 16;
const encoder = new TextEncoder();

/**
 * Seals like the protocol's `sealBytes`, with the platform's cipher, which is many times as fast: a message is sealed
 * for each viewer. WebCrypto would not do, because its promises would let one message overtake another.
 * @param key made once for a connection by `createSecretKey`
 */
export function sealNatively(
  key: KeyObject,
  iv: Uint8Array,
  boundTo: string,
  bytes: Uint8Array,
): string {
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(encoder.encode(boundTo));
  const whole = Buffer.allocUnsafe(IV_BYTES + bytes.length + TAG_BYTES);
  whole.set(iv);
  whole.set(cipher.update(bytes), IV_BYTES);
  cipher.final();
  whole.set(cipher.getAuthTag(), IV_BYTES + bytes.length);
  return whole.toString("base64url");
}
