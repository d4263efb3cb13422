import { z } from "zod";
import { ArchiveDamaged } from "./archive-damaged.ts";
import { countParts } from "./count-parts.ts";
import { archivedInstant } from "./instants.ts";
import { ARCHIVE_KINDS } from "./site-files.ts";
import { MAX_ARCHIVE_FILES } from "./zip.ts";

/** The last file of an archive, which describes all others. */
export const MANIFEST = "manifest.json";
export const ARCHIVE_FORMAT = "helioport-archive";
export const ARCHIVE_VERSION = 1;
/** Maximum size of a compressed file and of its contents, bytes; each is in memory as a whole. */
export const MAX_PACKED_BYTES = 16 * 1_048_576;
export const MAX_FILE_BYTES = 24 * 1_048_576;
/** Maximum size of the manifest, bytes: a file takes at most some 170. */
export const MAX_MANIFEST_BYTES = 12 * 1_048_576;
/** Maximum number of rows in one file: all users of an archive are in one. */
const MAX_FILE_ROWS = 100_000;
/** Parts of the manifest as `countParts` counts them: a file is an object with four names. */
const MAX_MANIFEST_PARTS = 6 * MAX_ARCHIVE_FILES;

const archivedFile = z.strictObject({
  path: z.string(),
  /** Size in the ZIP. */
  bytes: z.int().min(0).max(MAX_PACKED_BYTES),
  /** SHA-256 of these bytes, lower-case hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Number of rows; null for a picture. */
  rows: z.int().min(0).max(MAX_FILE_ROWS).nullable(),
});
export type ArchivedFile = z.infer<typeof archivedFile>;

/** Files are checked one by one, so that a long list of wrong ones does not become as many errors. */
const head = z.strictObject({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.literal(ARCHIVE_VERSION),
  kind: z.enum(ARCHIVE_KINDS),
  /** ms UTC */
  createdAt: archivedInstant,
  /** The portal that wrote the archive. */
  origin: z.string().max(1_000),
  files: z.array(z.unknown()).max(MAX_ARCHIVE_FILES),
});
export type Manifest = Omit<z.infer<typeof head>, "files"> & { files: ArchivedFile[] };

const versioned = z.object({ format: z.literal(ARCHIVE_FORMAT), version: z.int() });

export function writeManifest(
  content: Pick<Manifest, "kind" | "createdAt" | "origin" | "files">,
): string {
  const { kind, createdAt, origin, files } = content;
  const list = files.map((file) => `\n    ${JSON.stringify(file)}`).join(",");
  const head = { format: ARCHIVE_FORMAT, version: ARCHIVE_VERSION, kind, createdAt, origin };
  const fields = Object.entries(head).map(
    ([name, value]) => `  "${name}": ${JSON.stringify(value)}`,
  );
  return `{\n${fields.join(",\n")},\n  "files": [${list}\n  ]\n}\n`;
}

/**
 * Reads and checks a manifest.
 * @throws ArchiveDamaged
 */
export function readManifest(bytes: Uint8Array): Manifest {
  const parts = countParts(bytes);
  if (bytes.length > MAX_MANIFEST_BYTES || (parts !== null && parts > MAX_MANIFEST_PARTS))
    throw new ArchiveDamaged("tooLarge", MANIFEST);
  const parsed = parts === null ? null : parseJson(bytes);
  const { data } = head.safeParse(parsed);
  if (data !== undefined) return { ...data, files: data.files.map(readFile) };
  const version = versioned.safeParse(parsed).data?.version ?? ARCHIVE_VERSION;
  throw new ArchiveDamaged(version === ARCHIVE_VERSION ? "wrongRow" : "unknownVersion", MANIFEST);
}

function readFile(file: unknown): ArchivedFile {
  const { data } = archivedFile.safeParse(file);
  if (data === undefined) throw new ArchiveDamaged("wrongRow", MANIFEST);
  return data;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
