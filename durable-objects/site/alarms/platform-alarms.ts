import type { EndReason, PlatformCondition } from "#domain/alarms/alarm-row.ts";
import { readBatchClock, readConnectClock } from "#domain/alarms/conditions/clock.ts";
import { compareEquipment } from "#domain/alarms/conditions/missing-equipment.ts";
import {
  type ConditionEpisode,
  conditionKey,
  PLATFORM_ALARMS,
} from "#domain/alarms/conditions/platform-conditions.ts";
import {
  findOffline,
  findReturn,
  findSilence,
  isWatchedForData,
  type ReportedRegister,
} from "#domain/alarms/conditions/silence.ts";
import type { NoDataRule } from "#domain/alarms/site-rules.ts";
import { equipmentOf, SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { EquipmentRecord } from "../equipment/equipment-record.ts";
import type { Clock } from "../interfaces.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import type { LoggerBudgets } from "../logger-budgets.ts";
import type { Presence } from "../presence.ts";
import type { SeriesStore } from "../series/series-store.ts";
import type { AlarmChanges } from "./alarm-changes.ts";
import type { AlarmLog } from "./alarm-log.ts";
import { nameDevice } from "./limit-row.ts";
import type { StoredAlarm } from "./stored-alarm.ts";
import { UsualIntervals } from "./usual-intervals.ts";

/** Values of registers are sought this far back, ms. */
const LOOK_BACK_MS = DAY_MS;
const CLOCK_KEY = conditionKey("clockWrong", null);
const OFFLINE_KEY = conditionKey("loggerOffline", null);
const NO_DATA_PREFIX = conditionKey("noData", "");
const MISSING_PREFIX = conditionKey("equipmentMissing", "");

type Deps = {
  kv: Pick<KeyValueStore, "read" | "write">;
  clock: Pick<Clock, "now">;
  presence: Pick<Presence, "online" | "since">;
  series: Pick<SeriesStore, "latestSent" | "samplesSent">;
  equipment: EquipmentRecord;
  log: AlarmLog;
  changes: AlarmChanges;
  /** Limits how many alarms the logger causes; further ones are not logged. */
  budgets: Pick<LoggerBudgets, "left" | "spend">;
  noData: () => NoDataRule;
};

/** Alarms of conditions that only the portal detects: no logger, no data, a wrong clock, missing equipment. */
export class PlatformAlarms {
  readonly #deps: Deps;
  readonly #intervals: UsualIntervals;
  /** Instant at which equipment may be silent, ms UTC; undefined if unknown, as after a wake-up. */
  #silenceAt: number | null | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#intervals = new UsualIntervals(deps);
  }

  /**
   * Instant at which a condition may become an alarm, ms UTC; null if none can. While the logger is online, the object's
   * alarm rings twice an hour anyway: silence is sought then, and from then on its instant is known.
   * @param isRinging whether the object's alarm rings
   */
  dueAt(isRinging: boolean): number | null {
    const { clock, log, noData, presence } = this.#deps;
    if (presence.online)
      return this.#silenceAt === undefined && isRinging ? clock.now() : (this.#silenceAt ?? null);
    if (presence.since === 0 || log.open.has(OFFLINE_KEY)) return null;
    const found = findOffline(noData(), presence.since, clock.now());
    if (found === null) return null;
    return "nextAt" in found ? found.nextAt : clock.now();
  }

  /** Raises the alarms of conditions that have lasted for long enough. */
  check(): void {
    const { clock, log, noData, presence } = this.#deps;
    if (presence.online) {
      this.#findSilence();
      return;
    }
    if (presence.since === 0 || log.open.has(OFFLINE_KEY)) return;
    const found = findOffline(noData(), presence.since, clock.now());
    if (found !== null && "alarm" in found) this.#start("loggerOffline", null, found.alarm);
  }

  /** Ends the alarm of a site without a logger once it has one. */
  livenessChanged(): void {
    const { presence } = this.#deps;
    this.#silenceAt = undefined;
    if (presence.online) this.#end(OFFLINE_KEY, presence.since, "logger online");
  }

  /** Applies changed rules of missing data. */
  rulesChanged(): void {
    this.#silenceAt = undefined;
    const { clock, log, noData } = this.#deps;
    if (noData().isOpen) return;
    for (const key of [...log.open.keys()])
      if (key === OFFLINE_KEY || key.startsWith(NO_DATA_PREFIX))
        this.#end(key, clock.now(), "rule disabled");
  }

  /**
   * Reads the logger's clock from a `connect`.
   * @param clock ms UTC; null without a plausible one
   */
  loggerConnected(clock: number | null): void {
    this.#judgeClock(readConnectClock(clock, this.#deps.clock.now()));
  }

  /**
   * Takes note of a stored batch.
   * @param newest its newest instant, ms UTC
   * @param uploadMs upload interval, ms
   */
  batchStored(newest: number, uploadMs: number, isBacklog: boolean): void {
    const { clock, log } = this.#deps;
    if (log.open.size > 0) this.#endSilence();
    const isOpen = log.open.has(CLOCK_KEY);
    const judged = readBatchClock(newest, clock.now(), uploadMs, isBacklog);
    if (judged === (isOpen ? "right" : "wrong")) this.#judgeClock(judged);
  }

  /** Compares a new tree of the logger with the previous one. */
  treeChanged(before: readonly Equipment[], tree: readonly Equipment[]): void {
    const { clock, log } = this.#deps;
    this.#silenceAt = undefined;
    const now = clock.now();
    const addresses = (pieces: readonly Equipment[]) => pieces.map(({ address }) => address);
    const missing = new Map<string, number>();
    for (const { key, address, startTime } of log.open.values())
      if (key.startsWith(MISSING_PREFIX) && address !== null) missing.set(address, startTime);
    const change = compareEquipment(addresses(before), addresses(tree), missing, now);
    for (const { address, reason } of change.ended)
      this.#end(conditionKey("equipmentMissing", address), now, reason);
    for (const address of change.started) {
      const name = before.find((piece) => piece.address === address);
      this.#start("equipmentMissing", address, { startTime: now, dateTime: now }, name);
    }
    const present = new Set(addresses(tree));
    for (const { key, address } of [...log.open.values()])
      if (key.startsWith(NO_DATA_PREFIX) && address !== null && !present.has(address))
        this.#end(key, now, "equipment removed");
  }

  #judgeClock(judged: "right" | "wrong" | null): void {
    const { clock, log } = this.#deps;
    const now = clock.now();
    if (judged === "right") this.#end(CLOCK_KEY, now, "recovered");
    else if (judged === "wrong" && !log.open.has(CLOCK_KEY))
      this.#start("clockWrong", null, { startTime: now, dateTime: now });
  }

  #findSilence(): void {
    const { log, presence } = this.#deps;
    const registers = this.#reportedRegisters();
    const isOpen = (address: string) => log.open.has(conditionKey("noData", address));
    let found = this.#silenceOf(registers, presence.since);
    const doubtful = this.#overdue(registers).filter(({ address }) =>
      found.silent.has(equipmentOf(address)),
    );
    // A stored interval may be outdated, which must not raise an alarm.
    const unread = [
      ...doubtful.filter(({ address }) => !isOpen(equipmentOf(address))),
      ...this.#intervals.unknown(doubtful.filter(({ address }) => isOpen(equipmentOf(address)))),
    ];
    if (unread.length > 0) {
      this.#intervals.read(unread);
      found = this.#silenceOf(registers, presence.since);
    }
    this.#silenceAt = found.nextAt;
    for (const [address, episode] of found.silent)
      if (!isOpen(address)) this.#start("noData", address, episode);
  }

  /** @param onlineSince ms UTC */
  #silenceOf(registers: readonly ReportedRegister[], onlineSince: number, rule?: NoDataRule) {
    const { clock, noData } = this.#deps;
    const intervalOf = this.#intervalsOf(registers);
    return findSilence(registers, rule ?? noData(), onlineSince, clock.now(), intervalOf);
  }

  #intervalsOf(registers: readonly ReportedRegister[]): (address: string) => number | null {
    const newest = new Map(registers.map(({ address, newestAt }) => [address, newestAt]));
    return (address) => this.#intervals.stored({ address, newestAt: newest.get(address) ?? 0 });
  }

  /** Returns the registers whose newest value is older than the allowed gap and whose interval matters. */
  #overdue(registers: readonly ReportedRegister[]): ReportedRegister[] {
    const { clock, noData } = this.#deps;
    const before = clock.now() - noData().allowedGap * MINUTE_MS;
    return registers.filter(({ newestAt, isOnChange }) => !isOnChange && newestAt <= before);
  }

  /** Ends the alarms of equipment that has data again. */
  #endSilence(): void {
    const { log, noData, presence } = this.#deps;
    const open = [...log.open.values()].filter(({ key }) => key.startsWith(NO_DATA_PREFIX));
    if (open.length === 0 || !presence.online) return;
    for (const alarm of open) {
      const registers = this.#reportedRegisters(alarm.address);
      this.#intervals.read(this.#intervals.unknown(this.#overdue(registers)));
      // After a reconnection the gap begins anew, but only data ends an alarm.
      const { silent } = this.#silenceOf(registers, 0, { ...noData(), isOpen: true });
      if (alarm.address === null || registers.length === 0 || silent.has(alarm.address)) continue;
      const returnedAt = findReturn(registers, this.#intervalsOf(registers));
      this.#end(alarm.key, returnedAt, "recovered");
    }
  }

  /** Returns the registers with a value, of one piece of equipment or of all, with the instants of their newest values. */
  #reportedRegisters(only: string | null = null): ReportedRegister[] {
    const { equipment, series } = this.#deps;
    const found: ReportedRegister[] = [];
    const withoutValue: string[] = [];
    for (const piece of equipment.tree) {
      if (only !== null && piece.address !== only) continue;
      for (const register of piece.registers) {
        const isOnChange = !isWatchedForData(register);
        const address = piece.address + register.register;
        // A frequency of a line without voltage is data, too.
        const newest = series.latestSent(address);
        if (newest === undefined || (isOnChange && newest.v === null)) continue;
        if (isOnChange) found.push({ address, newestAt: newest.at, isOnChange });
        else if (newest.v === null) withoutValue.push(address);
        else found.push({ address, newestAt: newest.at });
      }
    }
    if (withoutValue.length === 0) return found;
    const now = this.#deps.clock.now();
    // A register that had no value for longer than this is not monitored any more.
    for (const [address, { at }] of series.samplesSent(withoutValue, now - LOOK_BACK_MS, now))
      found.push({ address, newestAt: at.at(-1) ?? now });
    return found;
  }

  #start(
    condition: PlatformCondition,
    address: string | null,
    episode: ConditionEpisode,
    named?: Equipment,
  ): void {
    const { budgets, clock, changes, equipment } = this.#deps;
    // The logger has no influence on how often it counts as offline: that takes minutes each time.
    if (condition !== "loggerOffline") {
      if (budgets.left("alarms") < 1) return;
      budgets.spend("alarms", 1);
    }
    const name = named?.alias || named?.model || nameDevice(equipment, address ?? SITE_EQUIPMENT);
    changes.insert({
      ...episode,
      key: conditionKey(condition, address),
      endTime: null,
      address,
      deviceName: name,
      source: "platform rule",
      ruleId: null,
      eventNo: null,
      level: PLATFORM_ALARMS[condition].level,
      cause: { kind: "platform", condition },
      value: null,
      limit: null,
      unit: null,
      reason: null,
      isRetroactive: false,
      inhibitedBy: null,
      flaps: 0,
      seenAt: clock.now(),
      endSeenAt: null,
    });
  }

  #end(key: string, at: number, reason: EndReason): void {
    const alarm: StoredAlarm | undefined = this.#deps.log.open.get(key);
    if (alarm !== undefined) this.#deps.changes.end(alarm, at, reason);
  }
}
