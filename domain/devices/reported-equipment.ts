import type { EquipmentStatus } from "./equipment-statuses.ts";
import type { GeneratorTimes } from "./generator-times.ts";

/** A piece of equipment as the site's object knows it. */
export type ReportedPiece = {
  /** Six hexadecimal characters: type and number. */
  address: string;
  typeCode: string;
  model: string | null;
  serial: string | null;
  /** The name that is shown: that of a user, otherwise that of the logger; null without either. */
  alias: string | null;
  /** The name from the logger; null if it sends none. */
  loggerAlias: string | null;
  versions: Readonly<Record<string, string>>;
  /** Lowest and highest register, of four characters, and their number; null without registers. */
  registers: { first: string; last: string; count: number } | null;
  status: EquipmentStatus | null;
  online: boolean;
  /** Instant of its newest value, ms UTC; null if it never sent one. */
  lastAt: number | null;
};

/** Fields of the active site (specification, section 3) that its equipment and values decide. */
export type ActiveSiteFacts = {
  /** Wh; null if no battery reports it. */
  batteryCapacity: number | null;
  /** `charge`, `discharge` or `idle`; null if unknown. */
  batteryStatus: string | null;
  /** Code of the battery type; 65535 without a battery, null if the battery does not report it. */
  batteryType: number | null;
  /** Nominal voltage of the battery, V: 12, 24 or 48; 0 above 68 V, null if unknown. */
  batteryVoltageType: number | null;
  /** Whether a battery management system reports the battery. */
  bmsProvide: boolean;
  /** Hardware and software versions of the display. */
  ckledVersion: string | null;
  ckledSoftVersion: string | null;
  commVersion: string | null;
  commType: "wired" | "wireless" | null;
  hardwareVersion: string | null;
  /** Software version of the data logger. */
  kinergyVersion: string | null;
  /** Software version of the first inverter. */
  modelVersion: string | null;
  inverterNums: number;
  /** Source at the AC input: 0 none, 1 grid, 2 generator, 3 both. */
  acinType: number;
  /** 1 if critical and normal loads have outputs of their own, otherwise 0. */
  acout2Type: number;
  /** Whether the logger has the feature `debug`. */
  debug: boolean;
  /** Source that supplies the site; null if unknown. */
  runningType: string | null;
  /** 0 single, 1 parallel, 2 three-phase; null without an inverter. */
  systemConfig: number | null;
  /** 1 if the inverters are on, 0 if they are off; null if unknown. */
  systemMode: number | null;
  /** Working mode of the first inverter, a key of its options; null if unknown. */
  workModel: number | null;
  /** The logger's clock, ms UTC; null if unknown. */
  systemDatetime: number | null;
  /** Number of firmware updates in progress. */
  updateNum: number;
  /** Whether no logger has ever connected. */
  isNull: boolean;
};

/** The equipment of a site and the fields that depend on it. */
export type ReportedSite = {
  systemType: string | null;
  pieces: readonly ReportedPiece[];
  /** Registers of the site as a whole that the picture of the plant depends on. */
  has: { grid: boolean; load: boolean };
  generators: GeneratorTimes;
  active: ActiveSiteFacts;
};
