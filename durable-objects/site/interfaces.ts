import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import type { Sampling } from "#domain/loggers/sampling.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import type { LoggerMessage, PortalMessage } from "#protocol/logger/messages.ts";
import type { EquipmentError, LiveValue } from "#protocol/viewer/messages.ts";

/** The only clock and random source inside a site's object. */
export interface Clock {
  /** ms UTC */
  now(): number;
  randomBytes(length: number): Uint8Array;
  /** In [0, 1); for sampling and jitter, never for secrets. */
  random(): number;
}

/** Many named timers over the object's one alarm. Persistent, at least once. */
export interface Timers {
  /** Sets or moves a timer; `at` in ms UTC. */
  set(name: string, at: number): void;
  cancel(name: string): void;
  isSet(name: string): boolean;
}

/** The current state of the site. */
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

/** Sends messages to the logger. */
export interface LoggerChannel {
  /** Whether a logger is connected and welcomed (259). */
  readonly connected: boolean;
  /** Sends a request. @returns whether an open socket took it, which does not mean that it arrives */
  send(message: PortalMessage): boolean;
}

/** Notifies the viewers, as the logger side sees them. */
export interface ViewerBroadcaster {
  valuesChanged(at: number, values: ReadonlyMap<string, RegisterValue>): void;
  errorsChanged(): void;
  /** Called when online, the site status or the status of the named equipment changed. */
  statusChanged(equipmentAddresses: readonly string[]): void;
  treeChanged(): void;
  /** The fastest rate that the connected viewers may request; null without viewers. */
  requestedRate(): Sampling | null;
}

/** Handles the logger's part of commands and queries. */
export interface CommandResponses {
  /**
   * Called when a logger is welcomed: unanswered commands that have not expired are sent again, and pending read-backs
   * are requested.
   */
  loggerConnected(): void;
  /** Handles an answer or a refusal of the logger. @returns whether it belongs to a command or a query */
  answered(message: LoggerMessage): boolean;
}
