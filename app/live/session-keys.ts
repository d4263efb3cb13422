import { sessionKeyInfo } from "#protocol/viewer/session-key-info.ts";
import { loadChunk } from "../load-chunk.ts";

/** Keys of one connection: the session key, and the public key from which the server derives it, 32 bytes each. */
export type SessionKeys = {
  sessionKey: Uint8Array<ArrayBuffer>;
  browserPublic: Uint8Array<ArrayBuffer>;
};

const X25519 = { name: "X25519" };
const KEY_BITS = 256;

/**
 * Agrees the keys of a connection, with the browser's cryptography where it has X25519, and otherwise with a library
 * that is loaded for it: in older browsers, and on pages without TLS.
 * @param serverPublic public key of the server, 32 bytes
 * @param uuid id of the browser
 * @returns null if the server's key is invalid or the library cannot be loaded
 */
export async function agreeSessionKeys(
  serverPublic: Uint8Array<ArrayBuffer>,
  uuid: string,
): Promise<SessionKeys | null> {
  try {
    return await agreeNatively(serverPublic, uuid);
  } catch {
    // The library also decides whether the key is invalid.
    return agreeByLibrary(serverPublic, uuid).catch(() => null);
  }
}

async function agreeNatively(
  serverPublic: Uint8Array<ArrayBuffer>,
  uuid: string,
): Promise<SessionKeys> {
  const { subtle } = crypto;
  const own = (await subtle.generateKey(X25519, false, ["deriveBits"])) as CryptoKeyPair;
  const browserPublic = new Uint8Array(await subtle.exportKey("raw", own.publicKey));
  const other = await subtle.importKey("raw", serverPublic, X25519, false, []);
  const agreed = await subtle.deriveBits({ ...X25519, public: other }, own.privateKey, KEY_BITS);
  const material = await subtle.importKey("raw", agreed, "HKDF", false, ["deriveBits"]);
  const salt = new TextEncoder().encode(uuid);
  const info = sessionKeyInfo(browserPublic, serverPublic);
  const derivation = { name: "HKDF", hash: "SHA-256", salt, info };
  const sessionKey = new Uint8Array(await subtle.deriveBits(derivation, material, KEY_BITS));
  return { sessionKey, browserPublic };
}

async function agreeByLibrary(
  serverPublic: Uint8Array<ArrayBuffer>,
  uuid: string,
): Promise<SessionKeys | null> {
  const { agreeSessionKey, publicKeyOf } = await loadChunk(
    () => import("#protocol/viewer/session-key.ts"),
  );
  const ownPrivate = crypto.getRandomValues(new Uint8Array(32));
  const browserPublic = new Uint8Array(publicKeyOf(ownPrivate));
  const keys = { ownPrivate, otherPublic: serverPublic, browserPublic, serverPublic, uuid };
  const agreed = agreeSessionKey(keys);
  return agreed && { sessionKey: new Uint8Array(agreed), browserPublic };
}
