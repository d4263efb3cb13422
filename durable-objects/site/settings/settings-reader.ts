import { z } from "zod";
import { SUCCESS_STATUS } from "#domain/problem.ts";
import { SNAPSHOT_REASONS, type SnapshotReason } from "#domain/settings/snapshot.ts";
import { readWithin } from "#domain/settings/tracked-change.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { LoggerMessage } from "#protocol/logger/messages.ts";
import type { Clock, Timers } from "../interfaces.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import type { LoggerConnection } from "../logger-connection.ts";
import type { LearnedValues } from "./learned-values.ts";

/** Name of the timer of the reads. */
export const SETTING_READS_TIMER = "setting-reads";
const KEY = "settingReading";
const reading = z.object({
  /** When all settings were read last, ms UTC; null before that. */
  readAt: z.int().nullable(),
  /** Frame id of the query in progress; null without one. */
  frame: z.string().nullable(),
  /** Addresses that are still to be read, with those of the query. */
  left: z.array(z.string()),
  /** Reason of the snapshot that follows; by default that it is daily. */
  reason: z.enum(SNAPSHOT_REASONS).optional(),
});
type Reading = z.infer<typeof reading>;

/** Number of registers of one query: a slow device answers it in less than three minutes. */
const READ_CHUNK = 50;
/** All settings are read this long after the connection of a logger, ms, and up to as much later by chance. */
const READ_AFTER_MS = 2 * MINUTE_MS;
/** A read that is requested begins this long afterwards, ms: equipment is still starting before that. */
const READ_SOON_MS = 30 * SECOND_MS;

type Deps = {
  kv: KeyValueStore;
  clock: Clock;
  timers: Timers;
  learned: LearnedValues;
  logger: Pick<LoggerConnection, "connected" | "send">;
  newFrameId: () => string;
  takeSnapshot: (reason: SnapshotReason) => void;
};

/**
 * Reads all settings after the first connection of a logger, after an update of firmware and once a day, in small
 * queries, for a snapshot.
 */
export class SettingsReader {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  onLoggerConnected(): void {
    const { clock, timers } = this.#deps;
    const { frame, readAt } = this.#state();
    if (frame !== null) this.#readNext();
    else if (readAt === null || clock.now() >= readAt + DAY_MS) {
      if (this.#deps.learned.settings.size === 0 || timers.isSet(SETTING_READS_TIMER)) return;
      timers.set(SETTING_READS_TIMER, clock.now() + READ_AFTER_MS * (1 + clock.random()));
    }
  }

  /** Reads all settings soon, for a snapshot. */
  readSoon(reason: SnapshotReason): void {
    const { clock, learned, timers } = this.#deps;
    if (learned.settings.size === 0) return;
    const state = this.#state();
    this.#write({ ...state, reason });
    if (state.frame === null) timers.set(SETTING_READS_TIMER, clock.now() + READ_SOON_MS);
  }

  /** Reads all settings at once if they were never read, so that what an update is about to clear is known. */
  readBeforeUpdate(): void {
    const { clock, learned, timers } = this.#deps;
    const { frame, readAt } = this.#state();
    if (learned.settings.size === 0 || readAt !== null || frame !== null) return;
    timers.set(SETTING_READS_TIMER, clock.now());
  }

  /** Begins a read that is due, or goes on after a query without an answer. */
  onTimer(): void {
    const { learned, logger } = this.#deps;
    const state = this.#state();
    if (state.frame !== null) {
      this.#write({ ...state, frame: null, left: state.left.slice(READ_CHUNK) });
      this.#readNext();
    } else if (logger.connected) {
      this.#write({ ...state, left: [...learned.settings.keys()].sort() });
      this.#readNext();
    }
  }

  /** @returns whether a message answers the query */
  handleAnswer(message: LoggerMessage): boolean {
    if (message.cmd !== COMMAND.queryAnswer && message.cmd !== COMMAND.refusal) return false;
    const state = this.#state();
    if (state.frame === null || message.id !== state.frame) return false;
    if (message.cmd === COMMAND.queryAnswer && message.status === SUCCESS_STATUS)
      this.#deps.learned.readNow(message.values ?? {});
    this.#write({ ...state, frame: null, left: state.left.slice(READ_CHUNK) });
    this.#readNext();
    return true;
  }

  #readNext(): void {
    const { clock, logger, newFrameId, takeSnapshot, timers } = this.#deps;
    const state = this.#state();
    if (state.left.length === 0) {
      takeSnapshot(state.readAt === null ? "first connection" : (state.reason ?? "daily"));
      this.#write({ readAt: clock.now(), frame: null, left: [] });
      timers.set(SETTING_READS_TIMER, clock.now() + DAY_MS);
      return;
    }
    const frame = newFrameId();
    const addresses = state.left.slice(0, READ_CHUNK);
    this.#write({ ...state, frame });
    // Without a logger it goes on after the next connection.
    if (!logger.connected) return;
    logger.send({ cmd: COMMAND.query, id: frame, addresses });
    timers.set(SETTING_READS_TIMER, clock.now() + readWithin(addresses.length));
  }

  #state(): Reading {
    return this.#deps.kv.read(KEY, reading) ?? { readAt: null, frame: null, left: [] };
  }

  #write(state: Reading): void {
    this.#deps.kv.write(KEY, state);
  }
}
