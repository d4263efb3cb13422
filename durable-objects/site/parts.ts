import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import type { Sampling } from "#domain/loggers/sampling.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import type { LoggerMessage, PortalMessage } from "#protocol/logger/messages.ts";
import type { EquipmentError, LiveValue } from "#protocol/viewer/messages.ts";

/** The only clock and chance inside a site's object. */
export interface Clock {
  /** ms UTC */
  now(): number;
  randomBytes(length: number): Uint8Array;
  /** In [0, 1); for what happens once in a while, never for secrets. */
  random(): number;
}

/** Many named timers over the object's one alarm. Persistent, at least once. */
export interface Timers {
  /** Sets or moves a timer; `at` in ms UTC. */
  set(name: string, at: number): void;
  cancel(name: string): void;
  isSet(name: string): boolean;
}

/** What is known of the site right now. */
export interface SiteState {
  readonly online: boolean;
  /** Since when it is online or offline, ms UTC; 0 when there has never been a logger. */
  readonly since: number;
  readonly siteStatus: SiteStatus;
  readonly equipment: readonly Equipment[];
  statusOf(equipmentAddress: string): EquipmentStatus | undefined;
  readonly values: ReadonlyMap<string, LiveValue>;
  readonly errors: readonly EquipmentError[];
  readonly sampling: Sampling;
}

/** The way to the logger. */
export interface LoggerLine {
  /** A logger is there that has been welcomed (259). */
  readonly connected: boolean;
  /** Asks the logger something. Whether it was handed to an open socket; says nothing of its arrival. */
  send(message: PortalMessage): boolean;
}

/** The viewers, as the logger's side sees them. */
export interface Audience {
  valuesChanged(at: number, values: ReadonlyMap<string, RegisterValue>): void;
  errorsChanged(): void;
  /** Online, site status, or the status of the equipment named changed. */
  statusChanged(equipmentAddresses: readonly string[]): void;
  treeChanged(): void;
  /** The fastest rate that the viewers present may ask; null while nobody watches. */
  demand(): Sampling | null;
}

/** The commands, as the logger's side sees them. */
export interface CommandLine {
  /** A logger was welcomed: what is unanswered and not expired goes to it again, what waits for a read-back is asked. */
  loggerConnected(): void;
  /** An answer or a refusal of the logger; true when it belonged to a command or a query. */
  answered(message: LoggerMessage): boolean;
}
