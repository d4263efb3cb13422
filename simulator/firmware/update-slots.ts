import type { Manifest } from "#domain/firmware/manifest.ts";
import type { SlotFlash } from "./slot-flash.ts";
import {
  digestOf,
  type Image,
  readRecord,
  type SlotName,
  type SlotRecord,
  type UpdateReport,
  writeRecord,
} from "./slot-record.ts";

/** How often an image on probation may start until the one before it is used again. */
const MAX_TRIAL_BOOTS = 3;

/** The image that runs; null is the one from the factory. */
type Running = { image: Image | null; isTrial: boolean };

/**
 * Two slots of firmware of one component. The one that runs is never written, and one write of a small record, of which
 * there are two copies, switches between them. A loss of power at any moment leaves the old or the new image.
 */
export class UpdateSlots {
  readonly #flash: SlotFlash;
  #record: SlotRecord;

  constructor(flash: SlotFlash) {
    this.#flash = flash;
    this.#record = readRecord(flash);
  }

  get transfer(): SlotRecord["transfer"] {
    return this.#record.transfer;
  }

  /** Number of chunks that are still to be received; null without a transfer. */
  get missing(): number | null {
    const { transfer } = this.#record;
    return transfer && transfer.manifest.chunks.length - transfer.received;
  }

  get report(): UpdateReport | null {
    return this.#record.report;
  }

  get running(): Running {
    const { active, images, trial } = this.#record;
    return { image: images[active], isTrial: trial !== null };
  }

  /** Begins a transfer, or continues one of the same file. */
  begin(id: string, url: string, manifest: Manifest): void {
    const { transfer, images } = this.#record;
    const isSame = transfer?.manifest.sha256 === manifest.sha256;
    const received = isSame ? transfer.received : 0;
    this.#write({
      transfer: { id, url, manifest, received },
      // The other slot is overwritten from now on.
      images: { ...images, [this.#other]: null },
      report: { id, state: "transferring", progress: 0 },
    });
  }

  /** Stores the next chunk. @returns false if its hash is wrong */
  addChunk(bytes: Uint8Array): boolean {
    const { transfer } = this.#record;
    if (transfer === null) return false;
    const { manifest, received } = transfer;
    if (digestOf(bytes).toString("hex") !== manifest.chunks[received]) return false;
    this.#flash.write(`${this.#other}.${received}`, bytes);
    const done = received + 1;
    const progress = Math.floor((100 * done) / manifest.chunks.length);
    this.#write({
      transfer: { ...transfer, received: done },
      report: { id: transfer.id, state: "transferring", progress },
    });
    return true;
  }

  /** Checks the whole file as it is in flash. @returns false if it is wrong, and has to be transferred again */
  finish(): boolean {
    const { transfer, images } = this.#record;
    if (transfer === null) return false;
    const { id, manifest } = transfer;
    const { version, sequence, sha256, chunks } = manifest;
    const image = { version, sequence, sha256, chunks: chunks.length };
    const length = this.#readFile(this.#other, image)?.length;
    if (length !== manifest.size || !this.#isWhole(this.#other, image)) {
      this.fail("The file is not the one of its manifest.");
      return false;
    }
    this.#write({
      images: { ...images, [this.#other]: image },
      report: { id, state: "transferred", progress: 100 },
    });
    return true;
  }

  /** Ends a transfer that failed. */
  fail(message: string): void {
    const { transfer, report } = this.#record;
    const id = transfer?.id ?? report?.id ?? "";
    this.#write({ transfer: null, report: { id, state: "failed", progress: 0, message } });
  }

  /** Returns whether the file of this transfer is complete. */
  isTransferred(id: string): boolean {
    const { transfer, images } = this.#record;
    return transfer?.id === id && images[this.#other]?.sha256 === transfer.manifest.sha256;
  }

  /** Reports that the installation begins. */
  noteInstalling(): void {
    const { transfer } = this.#record;
    if (transfer !== null)
      this.#write({ report: { id: transfer.id, state: "installing", progress: 0 } });
  }

  /** Makes the next start use the transferred image, on probation. */
  install(): void {
    const { active, transfer } = this.#record;
    const image = this.#record.images[this.#other];
    if (transfer === null || image === null) return;
    const { id } = transfer;
    this.#write({
      active: this.#other,
      trial: { from: active, boots: 0 },
      transfer: null,
      report: { id, state: "restarting", progress: 0, version: image.version },
    });
  }

  /** Chooses the image after a start. */
  boot(): Running {
    const { active, images, trial } = this.#record;
    if (trial === null) {
      const image = images[active];
      if (image !== null && !this.#isWhole(active, image)) this.#write({ active: this.#other });
      return this.running;
    }
    const image = images[active];
    if (trial.boots >= MAX_TRIAL_BOOTS || image === null || !this.#isWhole(active, image))
      this.rollBack("The new version did not start.");
    else this.#write({ trial: { ...trial, boots: trial.boots + 1 } });
    return this.running;
  }

  /** Ends the probation with success. */
  confirm(): void {
    const { report, active, images } = this.#record;
    const version = images[active]?.version;
    this.#write({
      trial: null,
      report: report && {
        id: report.id,
        state: "done",
        progress: 100,
        ...(version !== undefined && { version }),
      },
    });
  }

  /** Makes the next start use the image before the one on probation. */
  rollBack(message: string): void {
    const { trial, report } = this.#record;
    if (trial === null) return;
    this.#write({
      active: trial.from,
      trial: null,
      report: report && { id: report.id, state: "rolled back", progress: 0, message },
    });
  }

  /** Reads the file of the image that runs; null for the one from the factory. */
  readRunning(): Uint8Array | null {
    const { active, images } = this.#record;
    const image = images[active];
    return image && this.#readFile(active, image);
  }

  get #other(): SlotName {
    return this.#record.active === "a" ? "b" : "a";
  }

  #isWhole(slot: SlotName, image: Image): boolean {
    const file = this.#readFile(slot, image);
    return file !== null && digestOf(file).toString("hex") === image.sha256;
  }

  #readFile(slot: SlotName, { chunks }: Image): Uint8Array | null {
    const parts = Array.from({ length: chunks }, (_, place) =>
      this.#flash.read(`${slot}.${place}`),
    );
    const whole = parts.filter((part) => part !== null);
    return whole.length === chunks ? new Uint8Array(Buffer.concat(whole)) : null;
  }

  #write(change: Partial<SlotRecord>): void {
    this.#record = writeRecord(this.#flash, { ...this.#record, ...change });
  }
}
