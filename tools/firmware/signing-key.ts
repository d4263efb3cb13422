import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { fromBase64Url } from "#protocol/base64url.ts";
import { keyIdOf } from "#protocol/firmware/verify-release.ts";
import { describeError, Failure } from "../failure.ts";

/** A public key in base64url, as in FIRMWARE_KEYS, and its id. */
export type PublicKey = { keyId: string; publicKey: string };
/** A private key, which never leaves this process. */
export type SigningKey = PublicKey & { sign(bytes: Uint8Array): Uint8Array };

/** Mode of the private key's file: only its owner may read it. */
const PRIVATE_MODE = 0o600;
/** Permissions of the group and of others. */
const FOREIGN_MODE = 0o077;

/**
 * Creates a key pair and writes the private key.
 * @throws Failure if the file exists, because a lost key cannot be replaced in the loggers
 */
export function createSigningKey(path: string): PublicKey {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ type: "pkcs8", format: "pem" });
  try {
    writeFileSync(path, pem, { mode: PRIVATE_MODE, flag: "wx" });
  } catch (error) {
    throw new Failure(`${path} cannot be written: ${describeError(error)}`);
  }
  return describeKey(publicKey);
}

/**
 * Reads a private key.
 * @throws Failure if it is none, or if other users may read its file
 */
export function readSigningKey(path: string): SigningKey {
  let key: KeyObject;
  try {
    if (process.platform !== "win32" && (statSync(path).mode & FOREIGN_MODE) !== 0)
      throw new Failure(`${path} may be read by others: run \`chmod 600 ${path}\` first.`);
    key = createPrivateKey(readFileSync(path));
  } catch (error) {
    if (error instanceof Failure) throw error;
    // The message of the parser is left out: it may quote the file.
    throw new Failure(`${path} cannot be read as a private key.`);
  }
  if (key.asymmetricKeyType !== "ed25519") throw new Failure(`${path} is no Ed25519 key.`);
  return { ...describeKey(createPublicKey(key)), sign: (bytes) => sign(null, bytes, key) };
}

function describeKey(key: KeyObject): PublicKey {
  const { x = "" } = key.export({ format: "jwk" });
  const bytes = fromBase64Url(x);
  if (bytes === null) throw new Failure("The public key cannot be read.");
  return { keyId: keyIdOf(bytes), publicKey: x };
}
