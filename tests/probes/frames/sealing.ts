import { fromBase64Url, toBase64Url } from "#protocol/base64url.ts";

/** Opens with the platform's own cryptography, which the server does not use. Null where it cannot be opened. */
export async function openSealed(
  sessionKey: Uint8Array,
  boundTo: string,
  text: string,
): Promise<Uint8Array | null> {
  const whole = fromBase64Url(text);
  if (whole === null || whole.length < 28) return null;
  try {
    const key = await importKey(sessionKey, "decrypt");
    const plain = await crypto.subtle.decrypt(
      parameters(whole.subarray(0, 12), boundTo),
      key,
      whole.subarray(12),
    );
    return new Uint8Array(plain);
  } catch {
    return null;
  }
}

export async function sealText(
  sessionKey: Uint8Array,
  boundTo: string,
  text: string | Uint8Array<ArrayBuffer>,
): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await importKey(sessionKey, "encrypt");
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters(iv, boundTo), key, bytes));
  const whole = new Uint8Array(iv.length + sealed.length);
  whole.set(iv);
  whole.set(sealed, iv.length);
  return toBase64Url(whole);
}

function importKey(key: Uint8Array, use: "encrypt" | "decrypt"): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", new Uint8Array(key), "AES-GCM", false, [use]);
}

function parameters(iv: Uint8Array<ArrayBuffer>, boundTo: string) {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(boundTo) };
}
