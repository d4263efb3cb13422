import { SUCCESS_STATUS } from "#domain/problem.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { FirmwareKeys } from "#protocol/firmware/verify-release.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { PortalMessage } from "#protocol/logger/messages.ts";
import type { ConfiguredPlant } from "../plant/configured-plant.ts";
import type { FilePart, PartRequest } from "./fetch-part.ts";
import { findObstacle, judgeRelease, type ReleaseScene } from "./judge-release.ts";
import type { SlotFlash } from "./slot-flash.ts";
import { UpdateSlots } from "./update-slots.ts";

/** Attempts for one part of a file, and the wait after the first failed one, which doubles, ms. */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 5 * SECOND_MS;
/** A new version is on probation until it was healthy for this long without interruption, ms. */
const PROBATION_MS = 10 * MINUTE_MS;
/** Without such a time within this, the version before is used again, ms. */
const MAX_PROBATION_MS = 30 * MINUTE_MS;
const INSTALL_MS = 2 * SECOND_MS;
/** HTTP statuses of a part of a file, and of the first error of a server. */
const PARTIAL_STATUS = 206;
const SERVER_ERROR = 500;
/** Reports are sent for each tenth of a file. */
const REPORT_STEP = 10;

type MessageOf<Command extends PortalMessage["cmd"]> = Extract<PortalMessage, { cmd: Command }>;
type Status = 200 | 400 | 403 | 404 | 409 | 426;

type UpdateDeps = {
  device: ConfiguredPlant;
  keys: FirmwareKeys;
  /** Opens the flash of a component. */
  flashOf: (equipment: string, component: string) => SlotFlash;
  /** Pairs of equipment and component that were updated before. */
  updated: readonly (readonly [equipment: string, component: string])[];
  noteUpdated: (equipment: string, component: string) => void;
  fetch: (request: PartRequest) => Promise<FilePart | null>;
  send: (message: object) => void;
  restart: () => void;
  read: (address: string) => RegisterValue;
};

/** A component that is updated or was updated. */
type Component = { equipment: string; name: string; slots: UpdateSlots };

/** Clocks of a tick: ms by the wall clock, and whether the logger is connected. */
type Now = { wall: number; isOnline: boolean };

/**
 * The logger's part of an update: it verifies what the portal has verified, fetches the file part by part, installs it
 * into the slot that does not run, and returns to the version before if the new one is not healthy.
 */
export class UpdateAgent {
  readonly #deps: UpdateDeps;
  readonly #components: Component[] = [];
  #isStopped = false;
  #isFetching = false;
  #failures = 0;
  #retryAt = 0;
  #installAt: number | null = null;
  #startedAt: number | null = null;
  #healthySince: number | null = null;
  #reported = "";

  /** Starts what is in flash, as a device does when its power comes back. */
  constructor(deps: UpdateDeps) {
    this.#deps = deps;
    for (const [equipment, component] of deps.updated) {
      const { slots } = this.#find(equipment, component);
      const { image } = slots.boot();
      if (image !== null) deps.device.runVersion(equipment, component, image.version);
      else deps.device.runFactoryVersion(equipment, component);
    }
  }

  /** Ends the agent; what it has begun has no effect any more. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Answers a request to transfer (352). @param server ms UTC by the server's clock */
  async transfer(
    message: MessageOf<typeof COMMAND.firmwareTransfer>,
    server: number,
  ): Promise<void> {
    const status = await this.#beginTransfer(message, server);
    if (this.#isStopped) return;
    this.#deps.send({ cmd: COMMAND.firmwareProgress, id: message.id, status });
  }

  /** Answers a request to install (354). @param now ms UTC by the server's clock, and ms by the wall clock */
  install(
    message: MessageOf<typeof COMMAND.firmwareUpdate>,
    now: { server: number; wall: number },
  ): void {
    const status = this.#beginInstallation(message, now);
    this.#deps.send({ cmd: COMMAND.firmwareUpdateAnswer, id: message.id, status });
  }

  /** Sends the newest report after a connection. */
  resend(): void {
    this.#reported = "";
    this.#report();
  }

  tick(now: Now): void {
    const installing = this.#components.find(({ slots }) => slots.report?.state === "installing");
    if (installing !== undefined) this.#continueInstallation(installing, now.wall);
    const trial = this.#components.find(({ slots }) => slots.running.isTrial);
    if (trial !== undefined) this.#watch(trial, now);
    const open = this.#components.find(({ slots }) => slots.report?.state === "transferring");
    if (open !== undefined && now.isOnline && !this.#isFetching && now.wall >= this.#retryAt)
      void this.#fetchNext(open.slots, now.wall);
    if (now.isOnline) this.#report();
  }

  async #beginTransfer(
    message: MessageOf<typeof COMMAND.firmwareTransfer>,
    server: number,
  ): Promise<Status> {
    const { id, address, url, expires, manifest, signature, keyId } = message;
    const { device, keys } = this.#deps;
    if (server > expires || !device.panel.remoteControl) return 409;
    const signed = { manifest, signature, keyId };
    const verdict = await judgeRelease(signed, keys, this.#sceneOf(address), server);
    if (!verdict.ok) return verdict.status;
    const { component } = verdict.manifest;
    const open = this.#components.find(({ slots }) => isUnderWay(slots));
    const target = this.#find(address, component);
    // The same transfer is continued; another one waits until it is over.
    if (open !== undefined && open !== target) return 409;
    if (open?.slots.transfer?.id === id) return SUCCESS_STATUS;
    if (open !== undefined && open.slots.transfer?.manifest.sha256 !== verdict.manifest.sha256)
      return 409;
    this.#deps.noteUpdated(address, component);
    target.slots.begin(id, url, verdict.manifest);
    this.#failures = 0;
    this.#retryAt = 0;
    return SUCCESS_STATUS;
  }

  #beginInstallation(
    { address, of, expires }: MessageOf<typeof COMMAND.firmwareUpdate>,
    { server, wall }: { server: number; wall: number },
  ): Status {
    const target = this.#components.find(
      ({ equipment, slots }) => equipment === address && slots.transfer?.id === of,
    );
    if (target === undefined) return 404;
    const { transfer, report } = target.slots;
    if (report?.state === "installing") return SUCCESS_STATUS;
    if (transfer === null || !target.slots.isTransferred(of)) return 409;
    if (server > expires || !this.#deps.device.panel.remoteControl) return 409;
    const { notBefore, expires: end } = transfer.manifest;
    if (server < notBefore || server >= end) return 403;
    const obstacle = findObstacle(transfer.manifest, this.#sceneOf(address));
    if (obstacle !== null) return obstacle;
    target.slots.noteInstalling();
    this.#installAt = wall + INSTALL_MS;
    return SUCCESS_STATUS;
  }

  /** Switches to the new image; after a loss of power meanwhile the installation continues. */
  #continueInstallation({ equipment, slots }: Component, wall: number): void {
    this.#installAt ??= wall + INSTALL_MS;
    if (wall < this.#installAt) return;
    this.#installAt = null;
    slots.install();
    this.#deps.device.noteInstalled(equipment);
    this.#report();
    this.#deps.restart();
  }

  /** Ends the probation of a new version: with success after ten healthy minutes, else with the version before. */
  #watch({ equipment, slots }: Component, { wall, isOnline }: Now): void {
    this.#startedAt ??= wall;
    const isFault = this.#deps.device
      .events()
      .some(({ address, level }) => address === equipment && level === "fault");
    const hasFailed = isFault && this.#healthySince !== null;
    if (!isOnline || isFault) this.#healthySince = null;
    else this.#healthySince ??= wall;
    if (this.#healthySince !== null && wall - this.#healthySince >= PROBATION_MS) slots.confirm();
    else if (hasFailed || wall - this.#startedAt >= MAX_PROBATION_MS) {
      slots.rollBack(
        hasFailed ? "A fault with the new version." : "The new version was not healthy in time.",
      );
      this.#deps.restart();
    }
  }

  async #fetchNext(slots: UpdateSlots, wall: number): Promise<void> {
    const { transfer } = slots;
    if (transfer === null) return;
    const { url, manifest, received } = transfer;
    if (slots.missing === 0) {
      slots.finish();
      return;
    }
    const offset = received * manifest.chunkSize;
    const length = Math.min(manifest.chunkSize, manifest.size - offset);
    const etag = `"${manifest.sha256}"`;
    this.#isFetching = true;
    const part = await this.#deps.fetch({ url, offset, length, etag });
    this.#isFetching = false;
    if (this.#isStopped || slots.transfer?.id !== transfer.id) return;
    if (part === null || part.status >= SERVER_ERROR) return this.#retry(slots, "No answer.", wall);
    const isWhole = part.status === SUCCESS_STATUS && part.bytes.length === manifest.size;
    if (part.status !== PARTIAL_STATUS && !isWhole)
      return slots.fail(`The portal answered ${part.status}.`);
    if (part.etag !== etag) return slots.fail("The file changed.");
    // A server without ranges sends the whole file, of which the missing part is taken.
    const rest = isWhole ? part.bytes.subarray(offset) : part.bytes;
    if (!addChunks(slots, rest, manifest.chunkSize)) this.#retry(slots, "A wrong part.", wall);
    else this.#failures = 0;
  }

  #retry(slots: UpdateSlots, message: string, wall: number): void {
    this.#failures += 1;
    if (this.#failures >= MAX_ATTEMPTS) slots.fail(message);
    this.#retryAt = wall + RETRY_MS * 2 ** (this.#failures - 1);
  }

  #report(): void {
    const newest = this.#components.findLast(({ slots }) => slots.report !== null)?.slots.report;
    if (newest === null || newest === undefined) return;
    const step = Math.floor(newest.progress / REPORT_STEP);
    const key = `${newest.id} ${newest.state} ${step}`;
    if (key === this.#reported) return;
    this.#reported = key;
    this.#deps.send({ cmd: COMMAND.firmwareProgress, ...newest });
  }

  #sceneOf(address: string): ReleaseScene {
    const { device, read } = this.#deps;
    return {
      piece: device.equipment.find((piece) => piece.address === address),
      read,
      sequenceOf: (name) =>
        this.#components.find((one) => one.equipment === address && one.name === name)?.slots
          .running.image?.sequence ?? null,
    };
  }

  /** Finds a component; the one that was used last is at the end. */
  #find(equipment: string, name: string): Component {
    const known = this.#components.findIndex(
      (one) => one.equipment === equipment && one.name === name,
    );
    const [component] = known === -1 ? [] : this.#components.splice(known, 1);
    const found = component ?? {
      ...{ equipment, name },
      slots: new UpdateSlots(this.#deps.flashOf(equipment, name)),
    };
    this.#components.push(found);
    return found;
  }
}

/** Returns whether an update is between its beginning and the end of its probation. */
function isUnderWay(slots: UpdateSlots): boolean {
  const state = slots.report?.state;
  return state === "transferring" || state === "installing" || slots.running.isTrial;
}

/** Stores all chunks of a part. @returns false if one is wrong */
function addChunks(slots: UpdateSlots, bytes: Uint8Array, size: number): boolean {
  for (let from = 0; from < bytes.length; from += size)
    if (!slots.addChunk(bytes.subarray(from, from + size))) return false;
  return bytes.length > 0;
}
