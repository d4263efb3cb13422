import { Problem } from "#domain/problem.ts";
import type { UploadedFile } from "#operations/upload-input.ts";
import { type FormPart, parseMultipart } from "./multipart.ts";

type Part = string | UploadedFile;

/**
 * Returns the parts of a multipart body by name: a text, or a file with its bytes; a list if a name occurs several
 * times. @throws Problem malformed
 */
export function readUpload(
  body: Uint8Array<ArrayBuffer>,
  contentType: string | null,
): Record<string, Part | Part[]> {
  const parts = parseMultipart(body, contentType ?? "");
  if (parts === null) throw new Problem("malformed");
  const named = Map.groupBy(parts, ({ name }) => name);
  return Object.fromEntries([...named].map(([name, those]) => [name, readParts(those)]));
}

function readParts(parts: FormPart[]): Part | Part[] {
  const read = parts.map(readPart);
  const [only] = read;
  return read.length === 1 && only !== undefined ? only : read;
}

function readPart({ filename, type, bytes }: FormPart): Part {
  if (filename === undefined) return new TextDecoder().decode(bytes);
  return { bytes, type, name: filename };
}
