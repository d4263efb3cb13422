import type { SignedManifest } from "#domain/firmware/release.ts";
import type { UpdateRecord } from "#domain/firmware/update.ts";
import type { Author } from "../alarms.ts";

/** A piece of equipment as its logger describes it, for the choice of releases. */
export type FirmwareEquipment = {
  address: string;
  typeCode: string;
  model: string | null;
  alias: string | null;
  versions: Readonly<Record<string, string>>;
  /** Whether the inverters are off; null if it is unknown. */
  areInvertersOff: boolean | null;
  /** Sequences of the releases that the portal installed, by component. */
  sequences: Readonly<Record<string, number>>;
};

/** Expected progress of the newest update of a site. Instants are ms UTC. */
export type AwaitedUpdate = {
  updateId: string;
  /** Whether the file is installed without a confirmation. */
  installs: boolean;
  /** Whether the equipment reported the new version. */
  hasVersion: boolean;
  /** Since when the equipment is healthy with the new version; null while it is not. */
  healthySince: number | null;
  /** When the update becomes a success if the equipment stays healthy; null while it is not. */
  provenAt: number | null;
  /** When the update ends without another report. */
  due: number;
};

/** Facts of a site on which updates depend. */
export type SiteFirmware = {
  isOnline: boolean;
  /** Why no update can begin now, whatever the release; null if one can. */
  refusal: FirmwareRefusal | null;
  /** State of charge of the battery, %; null if it is unknown. */
  soc: number | null;
  /** Versions of the logger itself. */
  loggerVersions: Readonly<Record<string, string>>;
  equipment: FirmwareEquipment[];
  /** The newest updates, newest first. */
  updates: UpdateRecord[];
  /** Expected progress of the newest of them; null if there is none. */
  awaited: AwaitedUpdate | null;
};

/** An update to begin, whose release the Worker has just verified. */
export type FirmwareOrder = {
  updateId: string;
  address: string;
  component: string;
  releaseId: number;
  fromVersion: string | null;
  version: string;
  sequence: number;
  sha256: string;
  signed: SignedManifest;
  minSoc: number | null;
  whenOff: boolean;
  installs: boolean;
};

/** Why the object does not begin an update. */
export const FIRMWARE_REFUSALS = [
  "offline",
  "unsupported",
  "remoteControlOff",
  "locked",
  "busy",
  "changed",
  "socLow",
  "notOff",
] as const;
export type FirmwareRefusal = (typeof FIRMWARE_REFUSALS)[number];

export type FirmwareResult =
  | { ok: true; update: UpdateRecord }
  | { ok: false; reason: FirmwareRefusal | "absent" };

/** Calls of a site's object for firmware; part of `SiteRpc`. */
export interface SiteFirmwareRpc {
  /** Returns what the choice of releases depends on; null if the site is erased. */
  readFirmware(): Promise<SiteFirmware | null>;
  /** Begins an update. An update id that was used before returns its current record. */
  startFirmware(order: FirmwareOrder, author: Author): Promise<FirmwareResult>;
  /** Installs a transferred file. */
  confirmFirmware(updateId: string, author: Author): Promise<FirmwareResult>;
  /** Returns an update by its id; null if there is none. */
  readUpdate(updateId: string): Promise<UpdateRecord | null>;
  /**
   * Returns the release whose file a logger may fetch now.
   * @param serial serial number of the logger, whose secret the Worker has verified
   * @returns null if no such transfer is in progress
   */
  findFirmwareTransfer(serial: string, sha256: string): Promise<{ releaseId: number } | null>;
}
