import { equipmentOf } from "#domain/registers/address-parts.ts";
import type { CatalogueSite } from "#domain/registers/catalogue/find-in-catalogue.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { type DescribedSetting, describeSetting } from "#domain/registers/describe-setting.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { DEFAULT_WRITES } from "#domain/registers/sections.ts";
import { nominalVoltageOf } from "#domain/settings/charge-settings.ts";
import { planRestore, type RestorePlan } from "#domain/settings/plan-restore.ts";
import { recommendedRangeOf } from "#domain/settings/recommended-range.ts";
import { brokenRules } from "#domain/settings/register-rules.ts";
import type { Snapshot, SnapshotReason } from "#domain/settings/snapshot.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { LoggerMessage } from "#protocol/logger/messages.ts";
import type { SiteSettings as DescribedSettings, SettingState } from "#protocol/settings.ts";
import type { CommandQueue } from "../commands/command-queue.ts";
import type { Clock, Timers } from "../interfaces.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import type { LoggerConnection } from "../logger-connection.ts";
import { readIdentity } from "../logger-identity.ts";
import type { SiteState } from "../site-state.ts";
import { areInvertersOff, reportedValue } from "./change-facts.ts";
import { ChangeStore } from "./change-store.ts";
import { DirectCommands } from "./direct-commands.ts";
import { listGuarded } from "./guard-device.ts";
import { LearnedValues } from "./learned-values.ts";
import { newCommandId } from "./new-command-id.ts";
import { SettingActs } from "./setting-acts.ts";
import { SettingLockStore } from "./setting-locks.ts";
import { SettingRegisters } from "./setting-registers.ts";
import { SettingsReader } from "./settings-reader.ts";
import { SiteChanges } from "./site-changes.ts";
import { SnapshotStore } from "./snapshot-store.ts";

type Deps = {
  sql: SqlStorage;
  kv: KeyValueStore;
  clock: Clock;
  timers: Timers;
  site: SiteState;
  queue: CommandQueue;
  logger: Pick<LoggerConnection, "connected" | "send">;
  journal: SiteJournal;
  newFrameId: () => string;
  /** When a piece of equipment got its status, ms UTC; undefined if it has none. */
  statusSince: (equipmentAddress: string) => number | undefined;
  catalogueSite: () => CatalogueSite;
  /** Whether the access that the Worker looked up was revoked meanwhile. */
  hasEnded: (access: { person: number; session: string; rightsVersion: number }) => boolean;
};

/** The settings of the site: what is known of them, changes, locks and snapshots. */
export class SiteSettings {
  readonly #deps: Deps;
  readonly registers: SettingRegisters;
  readonly learned: LearnedValues;
  readonly locks: SettingLockStore;
  readonly snapshots: SnapshotStore;
  readonly store: ChangeStore;
  readonly changes: SiteChanges;
  readonly direct: DirectCommands;
  readonly reader: SettingsReader;
  readonly acts: SettingActs;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { sql, kv, clock } = deps;
    this.registers = new SettingRegisters(sql, clock);
    this.learned = new LearnedValues({ ...deps, registers: this.registers });
    this.locks = new SettingLockStore(kv, clock);
    this.snapshots = new SnapshotStore(sql);
    this.store = new ChangeStore(sql);
    const takeSnapshot = (reason: SnapshotReason) => void this.takeSnapshot(reason);
    const shared = {
      ...deps,
      store: this.store,
      takeSnapshot: () => takeSnapshot("before change"),
      newCommandId: () => newCommandId(clock),
    };
    this.changes = new SiteChanges({
      ...shared,
      registers: this.registers,
      locks: this.locks,
      learned: this.learned,
      loggerOptions: () => this.loggerOptions(),
    });
    const hasRevert = () => this.loggerOptions().features.includes("revert");
    this.direct = new DirectCommands({ ...shared, changes: this.changes, hasRevert });
    this.reader = new SettingsReader({ ...deps, learned: this.learned, takeSnapshot });
    const onLocked = () => this.endUnpermitted();
    this.acts = new SettingActs({ ...deps, ...this, onLocked });
  }

  /**
   * Ends the commands that wait although the owner has locked all changes, or the logger admits none. Those that undo a
   * change are sent in spite of the lock.
   */
  endUnpermitted(): void {
    const { isLocked } = this.locks.read("");
    const { hasRemoteControl } = this.loggerOptions();
    if (hasRemoteControl && !isLocked) return;
    this.#deps.queue.endWhere(
      ({ tracked: { record } }) => !hasRemoteControl || !this.changes.isUndo(record.commandId),
    );
  }

  onLoggerConnected(): void {
    this.changes.onLoggerConnected();
    this.reader.onLoggerConnected();
  }

  /**
   * Takes a message of the logger that answers a request.
   * @param otherwise handles it if it belongs to no read of settings, and returns whether it answers a request
   */
  answered(message: LoggerMessage, otherwise: () => boolean): void {
    // A value that the device put back is no drift; its command reports it.
    const waiting = message.cmd === COMMAND.queryAnswer ? this.#deps.queue.awaitingHeld() : [];
    const awaiting = new Set(waiting);
    if (this.changes.handleAnswer(message) || this.reader.handleAnswer(message)) return;
    // An answer that comes again may be older than a write since.
    if (otherwise() && message.cmd === COMMAND.queryAnswer)
      this.learned.readNow(message.values ?? {}, (address) => awaiting.has(address));
  }

  /** Options of the logger, from its `connect`. */
  loggerOptions(): { features: readonly string[]; hasRemoteControl: boolean } {
    const identity = readIdentity(this.#deps.kv);
    return {
      features: identity?.features ?? [],
      hasRemoteControl: identity?.remoteControl ?? true,
    };
  }

  /** @returns whether it was stored, because it differs from the newest one */
  takeSnapshot(reason: SnapshotReason): boolean {
    const { equipment, values } = this.#current();
    // Settings that the portal changed before the end of the first reading have their values from before.
    const before = reason === "first connection" ? this.snapshots.earliestValues() : {};
    const body = { equipment, values: { ...values, ...before } };
    return this.snapshots.add(reason, this.#deps.clock.now(), body);
  }

  /** Whether the inverters are off, also by the status of a piece of equipment; undefined if it is unknown. */
  areInvertersOff(equipmentAddress: string): boolean | undefined {
    const sources = { site: this.#deps.site, registers: this.registers };
    return areInvertersOff(sources, equipmentAddress);
  }

  /** Returns the current settings like a snapshot. */
  currentSnapshot(): Snapshot {
    const current = this.#current();
    const at = this.#deps.clock.now();
    const count = Object.keys(current.values).length;
    return { snapshotId: null, at, reason: "daily", count, ...current };
  }

  /** Plans the changes that restore a snapshot; null if there is no such snapshot. */
  planRestore(snapshotId: number): RestorePlan | null {
    const snapshot = this.snapshots.find(snapshotId);
    if (snapshot === null) return null;
    const facts = this.changes.facts({ session: "", isAdvanced: true });
    return planRestore(snapshot, this.#current(), {
      settingOf: facts.settingOf,
      accepts: (address, value) => facts.check(address, value).ok,
      precisionOf: (address) => this.learned.settings.get(address)?.precision ?? 0,
      membersOf: facts.membersOf,
      valueOf: facts.valueOf,
      brokenRules: (after, changed) =>
        brokenRules(this.#deps.site.equipment, after, changed, this.#deps.catalogueSite()).map(
          ({ addresses }) => addresses,
        ),
    });
  }

  /** Describes the settings and what permits or prevents changes of them. */
  describe(session: string): DescribedSettings {
    const { kv, logger, site } = this.#deps;
    const sources = { site, registers: this.registers };
    const options = this.loggerOptions();
    const settings = this.#describeAll();
    return {
      ...this.locks.read(session),
      ...options,
      isOnline: logger.connected,
      tokenLock: readIdentity(kv)?.lock ?? null,
      areInvertersOff: areInvertersOff(sources, SITE_ADDRESS.invertersOn) ?? null,
      guards: listGuarded({ ...this.#deps, registers: this.registers }, settings),
      settings,
    };
  }

  #describeAll(): SettingState[] {
    const { catalogueSite, site } = this.#deps;
    const where = catalogueSite();
    const voltage = nominalVoltageOf(Number(site.values.get(SITE_ADDRESS.batteryVoltage)?.v ?? 0));
    return site.equipment.flatMap((piece) => {
      const settings = piece.registers
        .filter(({ access }) => access !== "r")
        .map((register) => this.#describeOne(describeSetting(piece, register, where)));
      const valueOfName = (name: string) => {
        const value = settings.find((setting) => setting.name === name)?.value;
        return typeof value === "number" ? value : undefined;
      };
      return settings.map((setting) => {
        const range = recommendedRangeOf(setting, valueOfName, voltage);
        return { ...setting, recommended: range === null ? undefined : [range.min, range.max] };
      });
    });
  }

  #describeOne(setting: DescribedSetting): SettingState {
    const { site } = this.#deps;
    const { address } = setting;
    const known = this.registers.all.get(address);
    const value = reportedValue({ site, registers: this.registers }, address) ?? null;
    const at = Math.max(known?.at ?? 0, site.values.get(address)?.at ?? 0);
    return {
      ...setting,
      endurance: setting.writes ?? DEFAULT_WRITES,
      value: setting.secret ? null : value,
      at: at === 0 ? null : at,
      writes: known?.writes ?? 0,
      writesToday: this.registers.writesToday(address).register,
      drift: setting.secret ? null : (known?.drift ?? null),
      isDriftIgnored: known?.isIgnored ?? false,
    };
  }

  #current(): Pick<Snapshot, "equipment" | "values"> {
    const { site } = this.#deps;
    const sources = { site, registers: this.registers };
    const values: Record<string, RegisterValue> = {};
    for (const [address, { isSecret }] of [...this.learned.settings].toSorted(byAddress)) {
      const value = isSecret ? undefined : reportedValue(sources, address);
      if (value !== undefined && value !== null) values[address] = value;
    }
    const addresses = new Set(Object.keys(values).map((address) => equipmentOf(address)));
    const equipment = site.equipment
      .filter(({ address }) => addresses.has(address))
      .map(({ address, model = null, versions = {} }) => ({ address, model, versions }));
    return { equipment, values };
  }
}

function byAddress([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
