import { ArchiveDamaged } from "#protocol/archive/archive-damaged.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import type { Context } from "../context.ts";

const KEY_BYTES = 16;

/** A picture of an archive that is in the store. */
export type ImportedPicture = { path: string; key: string; contentType: string; size: number };

/** Stores a picture as an upload is stored: decoded and encoded again. @throws ArchiveDamaged */
export async function storeReencoded(
  { files, pictures, randomBytes }: Context,
  bytes: Uint8Array,
  path: string,
): Promise<ImportedPicture> {
  const result = await pictures.reencode(bytes);
  if ("refused" in result) throw new ArchiveDamaged("wrongRow", path);
  const key = toBase64Url(randomBytes(KEY_BYTES));
  await files.put(key, result.bytes, result.contentType);
  return { path, key, contentType: result.contentType, size: result.bytes.length };
}
