import { createHash } from "node:crypto";
import { z } from "zod";
import { manifest } from "#domain/firmware/manifest.ts";
import { reportedState } from "#domain/firmware/update.ts";
import type { SlotFlash } from "./slot-flash.ts";

const slotName = z.enum(["a", "b"]);
export type SlotName = z.infer<typeof slotName>;

const image = z.object({
  version: z.string(),
  sequence: z.number(),
  sha256: z.string(),
  chunks: z.number(),
});
export type Image = z.infer<typeof image>;

const report = z.object({
  /** Id of the transfer (352). */
  id: z.string(),
  state: reportedState,
  progress: z.number(),
  message: z.string().optional(),
  version: z.string().optional(),
});
/** The logger's newest report of an update (353). */
export type UpdateReport = z.infer<typeof report>;

const slotRecord = z.object({
  /** The record with the greater count is the newer one. */
  count: z.number(),
  active: slotName,
  /** Complete images; null is the one from the factory, or none. */
  images: z.object({ a: image.nullable(), b: image.nullable() }),
  transfer: z
    .object({ id: z.string(), url: z.string(), manifest, received: z.number() })
    .nullable(),
  /** An image on probation: the slot before it, and how often it was started. */
  trial: z.object({ from: slotName, boots: z.number() }).nullable(),
  report: report.nullable(),
});
export type SlotRecord = z.infer<typeof slotRecord>;

/** Record of a component that was never updated. */
export const FACTORY_RECORD: SlotRecord = {
  count: 0,
  active: "a",
  images: { a: null, b: null },
  transfer: null,
  trial: null,
  report: null,
};

/** Length of the checksum before a record, bytes. */
const CHECKSUM_BYTES = 32;

/** Reads the newest whole record: of its two copies a loss of power can damage one. */
export function readRecord(flash: SlotFlash): SlotRecord {
  const copies = [0, 1].flatMap((copy) => parseCopy(flash.read(pageOf(copy))) ?? []);
  return copies.sort((one, other) => other.count - one.count)[0] ?? FACTORY_RECORD;
}

/** Writes a record over the older of the two copies. @returns it with its count */
export function writeRecord(flash: SlotFlash, record: SlotRecord): SlotRecord {
  const next = { ...record, count: record.count + 1 };
  const text = Buffer.from(JSON.stringify(next));
  flash.write(pageOf(next.count % 2), Buffer.concat([digestOf(text), text]));
  return next;
}

export function digestOf(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function pageOf(copy: number): string {
  return `record.${copy}`;
}

function parseCopy(bytes: Uint8Array | null): SlotRecord | null {
  if (bytes === null || bytes.length <= CHECKSUM_BYTES) return null;
  const text = bytes.subarray(CHECKSUM_BYTES);
  if (!digestOf(text).equals(bytes.subarray(0, CHECKSUM_BYTES))) return null;
  return slotRecord.safeParse(JSON.parse(Buffer.from(text).toString())).data ?? null;
}
