import { z } from "zod";
import { equipmentTypeCode } from "../registers/address.ts";

/** Length of each chunk of a file but the last, bytes. */
export const CHUNK_SIZE = 65_536;
/** Maximum size of a firmware file, bytes; its manifest then still fits into one frame to the logger. */
export const MAX_FIRMWARE_SIZE = 512 * CHUNK_SIZE;
/** Maximum length of a manifest, bytes. */
export const MAX_MANIFEST_BYTES = 65_536;
const MAX_TEXT = 64;
const MAX_MODELS = 100;
const MAX_FROM = 100;
const MAX_NOTES = 2000;

const name = z.string().min(1).max(MAX_TEXT);
/** SHA-256, lower-case hex. */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const instant = z.int().min(0);

/** The signed description of a firmware file. Fields that it does not list are refused. */
export const manifest = z
  .strictObject({
    format: z.literal(1),
    vendor: name,
    family: name,
    /** Type code of the equipment. */
    typeCode: equipmentTypeCode,
    /** Models that the file fits, as the equipment reports them. */
    models: z.array(name).min(1).max(MAX_MODELS),
    /** Part of the equipment: `logger`, `dsp`, `lcd`, `mppt`, `bms` or another one of the vendor. */
    component: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/),
    version: name,
    /** Increases with each release for the same component. */
    sequence: z.int().min(1),
    /** Versions that may be updated, in which `x` stands for one number; null for every version. */
    from: z.array(name).min(1).max(MAX_FROM).nullable(),
    /** bytes */
    size: z.int().min(1).max(MAX_FIRMWARE_SIZE),
    sha256,
    chunkSize: z.literal(CHUNK_SIZE),
    /** The hash of each chunk, in the order of the file. */
    chunks: z.array(sha256),
    /** ms UTC */
    notBefore: instant,
    /** ms UTC; no transfer begins from then on. */
    expires: instant,
    /** Minimum state of charge, %. */
    minSoc: z.number().min(0).max(100).optional(),
    /** Whether the inverters must be off. */
    whenOff: z.boolean().optional(),
    /** Notes on the release, by language. */
    notes: z.record(z.string().regex(/^[a-z]{2}$/), z.string().max(MAX_NOTES)).optional(),
  })
  .refine(({ size, chunks }) => chunks.length === Math.ceil(size / CHUNK_SIZE), {
    error: "the number of chunks does not fit the size",
    path: ["chunks"],
  })
  .refine(({ notBefore, expires }) => notBefore < expires, {
    error: "must be after notBefore",
    path: ["expires"],
  });
export type Manifest = z.infer<typeof manifest>;

/** Reads the exact bytes of a manifest; null for anything but a manifest of this format in UTF-8. */
export function parseManifest(bytes: Uint8Array): Manifest | null {
  if (bytes.length > MAX_MANIFEST_BYTES) return null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return manifest.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
