import { Problem } from "#domain/problem.ts";
import type { UploadedFile } from "#operations/upload-input.ts";

const MULTIPART = /^multipart\/form-data\s*;/i;
/** Far more than any call here has. */
const MOST_PARTS = 100;

type Part = string | UploadedFile;

/**
 * The parts of a multipart body by their names: a text, or a file with its bytes; a list of them where a name comes
 * more than once. @throws Problem malformed
 */
export async function readUpload(request: Request): Promise<Record<string, Part | Part[]>> {
  const form = await parse(request);
  const names = [...new Set(form.keys())];
  if (names.length > MOST_PARTS) throw new Problem("malformed");
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readParts(form, name)] as const)),
  );
}

async function parse(request: Request): Promise<FormData> {
  if (!MULTIPART.test(request.headers.get("Content-Type") ?? "")) throw new Problem("malformed");
  try {
    return await request.formData();
  } catch {
    throw new Problem("malformed");
  }
}

async function readParts(form: FormData, name: string): Promise<Part | Part[]> {
  const parts = form.getAll(name);
  if (parts.length > MOST_PARTS) throw new Problem("malformed");
  const read = await Promise.all(parts.map(readPart));
  const [only] = read;
  return read.length === 1 && only !== undefined ? only : read;
}

async function readPart(part: string | File): Promise<Part> {
  if (typeof part === "string") return part;
  return { bytes: await part.bytes(), type: part.type, name: part.name };
}
