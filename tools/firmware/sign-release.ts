import { readFileSync } from "node:fs";
import { z } from "zod";
import { MAX_MANIFEST_BYTES, manifest, parseManifest } from "#domain/firmware/manifest.ts";
import { type SignedManifest, signedManifest } from "#domain/firmware/release.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { describeFile } from "#protocol/firmware/file-check.ts";
import { describeError, Failure } from "../failure.ts";
import type { SigningKey } from "./signing-key.ts";

/** An instant as ms UTC or as a text with its offset, such as `2027-01-31T00:00:00Z`. */
const instant = z.union([z.int(), z.iso.datetime({ offset: true }).transform(Date.parse)]);
const given = z.looseObject({ notBefore: instant, expires: instant });

/**
 * Signs a firmware file.
 * @param fields the manifest without `format`, `size`, `sha256`, `chunkSize` and `chunks`, which follow from the file
 * @throws Failure that names what is wrong in the fields
 */
export function signRelease(bytes: Uint8Array, fields: unknown, key: SigningKey): SignedManifest {
  const read = given.safeParse(fields);
  const checked = manifest.safeParse({ format: 1, ...read.data, ...describeFile(bytes) });
  const [issue] = [...(read.error?.issues ?? []), ...(checked.error?.issues ?? [])];
  if (issue !== undefined)
    throw new Failure(`The manifest is wrong: ${issue.path.join(".")}: ${issue.message}`);
  const text = new TextEncoder().encode(JSON.stringify(checked.data));
  if (parseManifest(text) === null)
    throw new Failure(`The manifest is longer than ${MAX_MANIFEST_BYTES} bytes.`);
  return {
    manifest: toBase64Url(text),
    signature: toBase64Url(key.sign(text)),
    keyId: key.keyId,
  };
}

export function readFirmwareFile(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${describeError(error)}`);
  }
}

export function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${describeError(error)}`);
  }
}

/** Reads what `signRelease` returned from a file. */
export function readSigned(path: string): SignedManifest {
  const { data } = signedManifest.safeParse(readJsonFile(path));
  if (data === undefined) throw new Failure(`${path} is no signed manifest.`);
  return data;
}
