import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { CHUNK_SIZE, type Manifest } from "#domain/firmware/manifest.ts";

/**
 * Checks the bytes of a firmware file, part by part, against the size and the hashes of its manifest. It keeps at most
 * the state of two hashes.
 */
export class FileCheck {
  readonly #manifest: Pick<Manifest, "size" | "sha256" | "chunks">;
  readonly #whole = sha256.create();
  #chunk = sha256.create();
  #length = 0;
  #isWrong = false;

  constructor(manifest: Pick<Manifest, "size" | "sha256" | "chunks">) {
    this.#manifest = manifest;
  }

  /** @returns whether all bytes so far are right */
  add(bytes: Uint8Array): boolean {
    if (this.#isWrong || this.#length + bytes.length > this.#manifest.size) {
      this.#isWrong = true;
      return false;
    }
    this.#whole.update(bytes);
    let rest = bytes;
    while (rest.length > 0) {
      const part = rest.subarray(0, CHUNK_SIZE - (this.#length % CHUNK_SIZE));
      this.#chunk.update(part);
      this.#length += part.length;
      rest = rest.subarray(part.length);
      const isEnd = this.#length % CHUNK_SIZE === 0 || this.#length === this.#manifest.size;
      if (isEnd) this.#endChunk();
    }
    return !this.#isWrong;
  }

  /** @returns whether the bytes are exactly those of the manifest */
  end(): boolean {
    if (this.#length !== this.#manifest.size) return false;
    return !this.#isWrong && bytesToHex(this.#whole.digest()) === this.#manifest.sha256;
  }

  #endChunk(): void {
    const place = Math.ceil(this.#length / CHUNK_SIZE) - 1;
    if (bytesToHex(this.#chunk.digest()) !== this.#manifest.chunks[place]) this.#isWrong = true;
    this.#chunk = sha256.create();
  }
}

/** Returns whether bytes are the file of a manifest. */
export function isFileOf(manifest: Manifest, bytes: Uint8Array): boolean {
  const check = new FileCheck(manifest);
  return check.add(bytes) && check.end();
}

/** Describes a file for a manifest. */
export function describeFile(
  bytes: Uint8Array,
): Pick<Manifest, "size" | "sha256" | "chunkSize" | "chunks"> {
  const chunks: string[] = [];
  for (let from = 0; from < bytes.length; from += CHUNK_SIZE)
    chunks.push(bytesToHex(sha256(bytes.subarray(from, from + CHUNK_SIZE))));
  return { size: bytes.length, sha256: bytesToHex(sha256(bytes)), chunkSize: CHUNK_SIZE, chunks };
}
