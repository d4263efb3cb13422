import {
  advanceUpdate,
  beginUpdate,
  canFetch,
  canInstall,
  provenAt,
  type UpdateEvent,
} from "#domain/firmware/advance-update.ts";
import { versionOf } from "#domain/firmware/compatibility.ts";
import { findConditionFault, type ReleaseConditions } from "#domain/firmware/conditions.ts";
import {
  REQUEST_LIFETIME_MS,
  type TrackedUpdate,
  type UpdateRecord,
} from "#domain/firmware/update.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { SnapshotReason } from "#domain/settings/snapshot.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { Author } from "#protocol/alarms.ts";
import type {
  SiteFirmware as DescribedFirmware,
  FirmwareEquipment,
  FirmwareOrder,
  FirmwareRefusal,
  FirmwareResult,
} from "#protocol/firmware/firmware-rpc.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { LoggerMessage } from "#protocol/logger/messages.ts";
import type { Clock, Timers } from "../interfaces.ts";
import { describeDevice } from "../journal/describe-changes.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import type { LoggerConnection } from "../logger-connection.ts";
import { readIdentity } from "../logger-identity.ts";
import type { SiteState } from "../site-state.ts";
import { sequenceName, UpdateStore } from "./update-store.ts";

export const FIRMWARE_TIMER = "firmware";
/** Interval at which updated equipment is checked, ms. */
const CHECK_MS = MINUTE_MS;
/** Number of updates that a description has. */
const DESCRIBED_UPDATES = 50;

type Deps = {
  sql: SqlStorage;
  kv: KeyValueStore;
  clock: Clock;
  timers: Timers;
  site: SiteState;
  logger: Pick<LoggerConnection, "connected" | "send" | "current">;
  journal: SiteJournal;
  newFrameId: () => string;
  /** Whether the owner has locked all changes. */
  isLocked: () => boolean;
  /** Whether the inverters are off; undefined if it is unknown. */
  areInvertersOff: (address: string) => boolean | undefined;
  takeSnapshot: (reason: SnapshotReason) => void;
  /** Reads all settings soon, for those that an update has changed. */
  readSettings: () => void;
  /** Reads all settings at once if they were never read. */
  readBeforeUpdate: () => void;
};

/**
 * Updates of firmware, one at a time. An update is stored before anything is sent, and each request is sent once; what
 * the logger reports moves it on.
 */
export class SiteFirmware {
  readonly #deps: Deps;
  readonly store: UpdateStore;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.store = new UpdateStore(deps.sql, deps.kv);
  }

  /** Begins an update, whose release the Worker has verified. */
  start(order: FirmwareOrder, author: Author): FirmwareResult {
    const { clock, logger, readBeforeUpdate, takeSnapshot } = this.#deps;
    const known = this.store.find(order.updateId);
    if (known !== null) return { ok: true, update: known };
    const reason = this.#refusalOf(order);
    if (reason !== null) return { ok: false, reason };
    takeSnapshot("before firmware");
    readBeforeUpdate();
    const { signed, minSoc, whenOff, sequence, sha256, installs, ...record } = order;
    const now = clock.now();
    const update = beginUpdate(
      {
        ...{ sequence, sha256, installs, conditions: { minSoc, whenOff } },
        record: { ...record, by: author.name },
      },
      now,
    );
    this.store.insert(update, author.id);
    this.#setTimer();
    this.#record("firmware.started", update, author);
    const isSent = logger.send({
      cmd: COMMAND.firmwareTransfer,
      id: order.updateId,
      address: order.address,
      ...signed,
      url: `/files/firmware/${sha256}`,
      expires: now + REQUEST_LIFETIME_MS,
    });
    return { ok: true, update: this.#advance(update, { kind: "sent", isSent }).record };
  }

  /** Installs a transferred file that waits for it. */
  confirm(updateId: string, author: Author): FirmwareResult {
    const { open } = this.store;
    if (open?.record.updateId !== updateId || open.record.state !== "transferred" || open.installs)
      return { ok: false, reason: "absent" };
    const reason =
      this.#permissionRefusal() ?? this.#conditionFault(open.record.address, open.conditions);
    if (reason !== null) return { ok: false, reason };
    this.#record("firmware.confirmed", open, author);
    return { ok: true, update: this.#advance(open, { kind: "confirmed" }).record };
  }

  /**
   * Takes a message of the logger about an update. A late report corrects the result of an ended one that was not known.
   * @returns whether it was one; a message about an unknown update is ignored
   */
  handleMessage(message: LoggerMessage): boolean {
    if (message.cmd === COMMAND.firmwareProgress) {
      const update = this.store.findTracked(message.id);
      if (update === null) return true;
      const { status, state, progress, message: text } = message;
      const answered =
        status === undefined ? update : this.#advance(update, { kind: "answered", status });
      if (state !== undefined)
        this.#advance(answered, { kind: "reported", state, progress, message: text });
      return true;
    }
    if (message.cmd === COMMAND.refusal) return this.#takeRefusal(message);
    if (message.cmd !== COMMAND.firmwareUpdateAnswer) return false;
    const { open } = this.store;
    if (open !== null && open.installId === message.id)
      this.#advance(open, { kind: "installAnswered", status: message.status });
    return true;
  }

  /** Takes a 511 as the answer to the request that has its id. */
  #takeRefusal({ id, status }: Extract<LoggerMessage, { cmd: typeof COMMAND.refusal }>): boolean {
    const { open } = this.store;
    if (open === null || typeof id !== "string") return false;
    if (id === open.record.updateId) this.#advance(open, { kind: "answered", status });
    else if (id === open.installId) this.#advance(open, { kind: "installAnswered", status });
    else return false;
    return true;
  }

  /** Call it after the tree of a `connect` was stored. */
  onLoggerConnected(): void {
    const { last } = this.store;
    if (last === null) return;
    const { address, component } = last.record;
    const version = versionOf(this.#versionsOf(address, component), component);
    const connected = this.#advance(last, { kind: "connected", version });
    this.#advance(connected, { kind: "checked", isHealthy: this.#isHealthy(address) });
  }

  /** Call it when a state or an event of the equipment may have changed. */
  check(): void {
    const { last } = this.store;
    if (!last?.hasVersion) return;
    this.#advance(last, { kind: "checked", isHealthy: this.#isHealthy(last.record.address) });
  }

  onTimer(): void {
    this.check();
    const { open } = this.store;
    if (open !== null) this.#advance(open, { kind: "tick" });
    this.#setTimer();
  }

  describe(): DescribedFirmware {
    const { kv, site } = this.#deps;
    return {
      isOnline: site.online,
      refusal: this.#permissionRefusal() ?? (this.store.open === null ? null : "busy"),
      soc: this.#soc(),
      loggerVersions: readIdentity(kv)?.versions ?? {},
      equipment: this.#equipment(),
      updates: this.store.newest(DESCRIBED_UPDATES),
      awaited: this.store.awaited,
    };
  }

  /** Returns the release whose file the logger may fetch now. */
  findTransfer(serial: string, sha256: string): { releaseId: number } | null {
    const { open } = this.store;
    const isIts = readIdentity(this.#deps.kv)?.serial === serial;
    if (!isIts || open === null || open.sha256 !== sha256 || !canFetch(open)) return null;
    return { releaseId: open.record.releaseId };
  }

  #advance(update: TrackedUpdate, event: UpdateEvent): TrackedUpdate {
    const { clock } = this.#deps;
    const next = advanceUpdate(update, event, clock.now());
    if (next === update || JSON.stringify(next) === JSON.stringify(update)) return update;
    this.store.save(next);
    if (next.record.result !== update.record.result) this.#ended(next);
    else if (next.hasVersion && !update.hasVersion) this.#deps.readSettings();
    this.#setTimer();
    return canInstall(next) ? this.#install(next) : next;
  }

  #install(update: TrackedUpdate): TrackedUpdate {
    const { clock, logger, newFrameId } = this.#deps;
    // The next connection sends it.
    if (!logger.connected) return update;
    // Since the update began, the owner may have locked changes, and the battery may have been discharged.
    const reason =
      this.#permissionRefusal() ?? this.#conditionFault(update.record.address, update.conditions);
    if (reason !== null) return this.#advance(update, { kind: "withdrawn", reason });
    const id = newFrameId();
    const { address, updateId } = update.record;
    const sent = this.#advance(update, { kind: "installSent", id });
    const expires = clock.now() + REQUEST_LIFETIME_MS;
    logger.send({ cmd: COMMAND.firmwareUpdate, id, address, of: updateId, expires });
    return sent;
  }

  #ended(update: TrackedUpdate): void {
    const { readSettings, takeSnapshot } = this.#deps;
    if (update.record.result === "success") {
      this.store.noteInstalled(update);
      takeSnapshot("after firmware");
    } else if (update.installId !== null) readSettings();
    const id = this.store.authorOf(update.record.updateId);
    this.#record("firmware.ended", update, { id, name: update.record.by });
  }

  #setTimer(): void {
    const { timers } = this.#deps;
    const { open, last } = this.store;
    const due = open === null ? last && provenAt(last) : this.#checkAt(open);
    if (due === null) timers.cancel(FIRMWARE_TIMER);
    else timers.set(FIRMWARE_TIMER, due);
  }

  #checkAt({ hasVersion, due }: TrackedUpdate): number {
    return hasVersion ? Math.min(due, this.#deps.clock.now() + CHECK_MS) : due;
  }

  #refusalOf(order: FirmwareOrder): FirmwareRefusal | null {
    const refusal = this.#permissionRefusal();
    if (refusal !== null) return refusal;
    if (this.store.open !== null) return "busy";
    const { address, component, fromVersion } = order;
    // The equipment is another one than when the release was chosen.
    if (!this.#equipment().some((piece) => piece.address === address)) return "changed";
    if (versionOf(this.#versionsOf(address, component), component) !== fromVersion)
      return "changed";
    return this.#conditionFault(address, order);
  }

  #conditionFault(address: string, conditions: ReleaseConditions): FirmwareRefusal | null {
    const areInvertersOff = this.#deps.areInvertersOff(address) ?? null;
    return findConditionFault(conditions, { soc: this.#soc(), areInvertersOff });
  }

  #soc(): number | null {
    const soc = this.#deps.site.values.get(SITE_ADDRESS.batterySoc)?.v;
    return typeof soc === "number" ? soc : null;
  }

  #permissionRefusal(): FirmwareRefusal | null {
    const { isLocked, kv, logger } = this.#deps;
    const identity = readIdentity(kv);
    if (!logger.connected) return "offline";
    if (!identity?.features?.includes("firmware")) return "unsupported";
    if (identity.remoteControl === false) return "remoteControlOff";
    return isLocked() ? "locked" : null;
  }

  #equipment(): FirmwareEquipment[] {
    const { sequences } = this.store;
    return this.#deps.site.equipment
      .filter(({ address }) => address !== SITE_EQUIPMENT)
      .map(({ address, typeCode, model = null, alias = null, versions = {} }) => ({
        address,
        typeCode: typeCode ?? address.slice(0, 4),
        model,
        alias,
        versions,
        areInvertersOff: this.#deps.areInvertersOff(address) ?? null,
        sequences: Object.fromEntries(
          Object.entries(sequences)
            .filter(([name]) => name.startsWith(sequenceName({ address, component: "" })))
            .map(([name, sequence]) => [name.slice(address.length + 1), sequence]),
        ),
      }));
  }

  #versionsOf(address: string, component: string): Readonly<Record<string, string>> {
    const { kv, site } = this.#deps;
    const own = site.equipment.find((piece) => piece.address === address)?.versions ?? {};
    return component === "logger" ? { ...own, ...readIdentity(kv)?.versions } : own;
  }

  #isHealthy(address: string): boolean {
    const { logger, site } = this.#deps;
    if (!logger.connected || !site.online || site.statusOf(address) === "fault") return false;
    const isFault = (error: { address: string; eventTrigger: string }) =>
      error.address === address && error.eventTrigger === "fault";
    return !site.errors.some(isFault);
  }

  #record(
    what: "firmware.started" | "firmware.confirmed" | "firmware.ended",
    { record }: { record: UpdateRecord },
    author: Author,
  ): void {
    const { address, component, fromVersion, version, result, updateId } = record;
    const { journal, site } = this.#deps;
    const details = {
      update: updateId,
      address,
      ...describeDevice(site.equipment, address),
      component,
      from: fromVersion,
      to: version,
      result,
    };
    journal.record({ what, author, details });
  }
}
