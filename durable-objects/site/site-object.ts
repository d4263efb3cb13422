import { DurableObject } from "cloudflare:workers";
import type { PlatformRules } from "#domain/alarms/platform-rules.ts";
import { newSiteRules } from "#domain/alarms/rules/new-site-rules.ts";
import type { SiteRulesChange } from "#domain/alarms/site-rules.ts";
import type { ReportedSite } from "#domain/devices/reported-equipment.ts";
import type { UpdateRecord } from "#domain/firmware/update.ts";
import type { ImportPart } from "#domain/imports/import-parts.ts";
import type { JournalHead } from "#domain/journal/journal-entry.ts";
import { PROBLEM_STATUS } from "#domain/problem.ts";
import type { ChangeRequest } from "#domain/settings/change.ts";
import type { RestorePlan } from "#domain/settings/plan-restore.ts";
import type { Snapshot, SnapshotHead } from "#domain/settings/snapshot.ts";
import type {
  AlarmActionResult,
  AlarmLogPage,
  AlarmLogQuery,
  AlarmsToHide,
  Author,
} from "#protocol/alarms.ts";
import type {
  ArchiveLines,
  ArchiveOutline,
  ArchiveSamples,
  RowKey,
} from "#protocol/archive/archive-rpc.ts";
import type { ObjectTableName } from "#protocol/archive/object-tables.ts";
import type { ArchiveRow } from "#protocol/archive/row-format.ts";
import type { RenameResult } from "#protocol/equipment-rpc.ts";
import type {
  FirmwareOrder,
  FirmwareResult,
  SiteFirmware,
} from "#protocol/firmware/firmware-rpc.ts";
import type { CurvesQuery, WrittenCurves } from "#protocol/history/curves.ts";
import type { Energies, EnergyQuery } from "#protocol/history/energies.ts";
import type { ExportRegister, ExportRows, ExportRowsQuery } from "#protocol/history/export-rows.ts";
import type {
  HistoryAnswer,
  HistoryAnswers,
  HistoryKind,
  HistoryReader,
} from "#protocol/history/history-call.ts";
import type { SiteStates, StateRows, StatesQuery } from "#protocol/history/states.ts";
import type {
  ImportLayer,
  ImportProgress,
  LoggerOverlap,
  NewImport,
  OverlapQuery,
} from "#protocol/imports.ts";
import type {
  JournalPage,
  JournalPart,
  JournalQuery,
  KeyedJournalEntry,
} from "#protocol/journal.ts";
import type { Backlog } from "#protocol/logger/backlog.ts";
import { CLOSE, HEARTBEAT_ANSWER_TEXT, HEARTBEAT_TEXT } from "#protocol/logger/command-numbers.ts";
import type {
  ChangeAuthor,
  ChangeCheck,
  ChangesPage,
  ChangesQuery,
  PasswordAttempt,
  SettingLockChange,
  SiteSettings,
  SubmitResult,
} from "#protocol/settings.ts";
import type {
  NewestValues,
  Revocation,
  SiteMetricsEvent,
  SiteRetention,
  SiteRpc,
} from "#protocol/site-rpc.ts";
import { type SwitchRpc, switchCounterOf } from "#protocol/switch-rpc.ts";
import {
  countOtherDays,
  importLatest,
  importSamples,
  prepareImport,
  settleComponents,
} from "./archive/import-site.ts";
import {
  outlineArchive,
  readArchiveDays,
  readArchiveLatest,
  readArchiveSamples,
} from "./archive/read-archive.ts";
import { readTableRows, writeTableRows } from "./archive/table-rows.ts";
import { systemClock } from "./clock.ts";
import { createSite, type SiteComponents } from "./create-site.ts";
import type { Count } from "./history/count-samples.ts";
import { HistoryCalls } from "./history/history-calls.ts";
import { createReaders } from "./history/site-readers.ts";
import { NO_OVERLAP, readOverlap } from "./imports/read-overlap.ts";
import { exportJournal } from "./journal/read-journal.ts";
import { LOGGER_TAG } from "./logger-connection.ts";
import { applySchema } from "./schema.ts";
import { describeRetention, KEEP_ALL } from "./series/describe-retention.ts";
import { CLOSE_INTERNAL, reciprocate, shut } from "./socket-writes.ts";
import { readStamp, refuseUpgrade } from "./upgrades.ts";

/** One site: its sockets, its live state and its history. The class owns the life cycle; its components do the work. */
export class SiteObject extends DurableObject<Env> implements SiteRpc {
  #components: SiteComponents;
  /** Set by `erase()`: every later event is ignored. */
  #isErased = false;

  readonly #readers = createReaders((read) => this.#runEvent(read));
  readonly #history = new HistoryCalls(systemClock, (kind, asked, count) =>
    (this.#readers[kind] as (asked: unknown, count: Count) => never)(asked, count),
  );

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    applySchema(ctx.storage);
    ctx.setWebSocketAutoResponse(
      new WebSocketRequestResponsePair(HEARTBEAT_TEXT, HEARTBEAT_ANSWER_TEXT),
    );
    this.#components = this.#open(env);
    ctx.blockConcurrencyWhile(async () => {
      this.#components.timers.found(await ctx.storage.getAlarm());
      // An eviction that closed the logger's socket sent no close event.
      this.#components.liveness.updateLiveness();
    });
  }

  /** Creates the components from what is stored. */
  #open(env: Env): SiteComponents {
    const { ctx } = this;
    return createSite({
      storage: ctx.storage,
      sockets: {
        acceptWebSocket: (socket, tags) => ctx.acceptWebSocket(socket, tags),
        getWebSockets: (tag) => ctx.getWebSockets(tag),
        getWebSocketAutoResponseTimestamp: (socket) =>
          ctx.getWebSocketAutoResponseTimestamp(socket),
      },
      events: env.SITE_EVENTS,
      clock: systemClock,
      wait: (ms) => scheduler.wait(ms),
      inBackground: (work) => ctx.waitUntil(work.catch((error) => this.#ignoreAfterErase(error))),
      allowSwitching: ({ person, session }) => {
        const name = switchCounterOf(person);
        const counter: SwitchRpc = env.SWITCHES.get(env.SWITCHES.idFromName(name));
        return counter.allow({ site: ctx.id.toString(), session });
      },
      allowChanging: ({ person, session }, siteId) => {
        const name = switchCounterOf(person);
        const counter: SwitchRpc = env.SWITCHES.get(env.SWITCHES.idFromName(name));
        return counter.allowChange({ site: `site-${siteId}`, session });
      },
      runEvent: (work) => this.#runEvent(work),
    });
  }

  /** Accepts upgrades, which only the Worker sends, with its stamp. */
  override fetch(request: Request): Response {
    const stamp = readStamp(request);
    if (stamp === null) return refuseUpgrade(PROBLEM_STATUS.malformed, "Malformed.");
    const answer = this.#runEvent(({ link, publisher, sessions }) => {
      publisher.learnSiteId(stamp.siteId);
      return stamp.kind === "logger" ? link.acceptLogger(stamp) : sessions.acceptViewer(stamp);
    });
    return answer ?? refuseUpgrade(PROBLEM_STATUS.notFound, "No such site.");
  }

  override webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): void {
    const { connection, framePace } = this.#components;
    if (!this.#isLogger(socket))
      this.#runEvent(({ sessions }) => sessions.receiveViewerFrame(socket, frame));
    else if (connection.isCurrent(socket)) framePace.paceFrame(socket, frame);
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    this.#runEvent(({ link, sessions }) =>
      this.#isLogger(socket) ? link.loggerClosed(socket) : sessions.viewerClosed(socket),
    );
    reciprocate(socket, code);
  }

  override webSocketError(socket: WebSocket): void {
    this.webSocketClose(socket, CLOSE_INTERNAL);
  }

  override alarm(): void {
    this.#runEvent(({ publisher, timers }) => {
      // Only the alarm knows of a head that was not published before a hibernation.
      publisher.publishJournal();
      timers.ring();
    });
  }

  async endViewers(ended: Revocation): Promise<void> {
    this.#runEvent(({ sessions }) => sessions.revoke(ended));
  }

  async forgetPerson(person: number): Promise<void> {
    this.#runEvent(({ alarms, firmware, journal, queue, settings }) => {
      queue.anonymizeIssuer(person);
      firmware.store.anonymizeAuthor(person);
      settings.store.anonymizeAuthor(person);
      alarms.anonymize(person);
      journal.users.erase(person);
    });
  }

  async readAlarmRules() {
    const read = this.#runEvent(({ alarms: { rules } }) => ({
      ...rules.site,
      incomplete: rules.incomplete,
    }));
    return read ?? { ...newSiteRules([]), incomplete: [] };
  }

  async updateAlarmRules(change: SiteRulesChange, author: Author) {
    const result = this.#changeAlarms(({ rules }) => ({
      ...rules.update(change, author),
      incomplete: rules.incomplete,
    }));
    return result ?? { kind: "unchanged" as const, rules: newSiteRules([]), incomplete: [] };
  }

  async setPlatformRules(rules: PlatformRules): Promise<void> {
    this.#changeAlarms((alarms) => alarms.rules.setPlatform(rules));
  }

  async readAlarmLog(query: AlarmLogQuery): Promise<AlarmLogPage> {
    return this.#readers.alarmLog(query);
  }

  async hideAlarms(which: AlarmsToHide, author: Author): Promise<number> {
    return this.#changeAlarms((alarms) => alarms.hide(which, author)) ?? 0;
  }

  async acknowledgeAlarm(logId: number, author: Author): Promise<AlarmActionResult> {
    return this.#changeAlarms((alarms) => alarms.acknowledge(logId, author)) ?? "absent";
  }

  async snoozeAlarm(logId: number, until: number, author: Author): Promise<AlarmActionResult> {
    return this.#changeAlarms((alarms) => alarms.snooze(logId, until, author)) ?? "absent";
  }

  async confirmAlarms(sequences: readonly number[]): Promise<void> {
    this.#changeAlarms(({ outbox }) => outbox.confirm(sequences));
  }

  async appendJournal(
    siteId: number,
    entries: readonly KeyedJournalEntry[],
  ): Promise<JournalHead | null> {
    const head = this.#runEvent(({ journal, publisher }) => {
      publisher.learnSiteId(siteId);
      for (const entry of entries) journal.recordKeyed(entry);
      journal.markPublished();
      return journal.head;
    });
    return head ?? null;
  }

  async readJournal(query: JournalQuery): Promise<JournalPage> {
    return this.#readers.journal(query);
  }

  async exportJournal(siteId: number, after: number, author: Author): Promise<JournalPart> {
    const part = this.#runEvent(({ journal, publisher }) => {
      publisher.learnSiteId(siteId);
      if (after === 0) journal.record({ what: "export.journal", author });
      return exportJournal(journal, { siteId, after, now: systemClock.now() });
    });
    return part ?? { text: "", next: null };
  }

  async submitChange(request: ChangeRequest, author: ChangeAuthor): Promise<SubmitResult> {
    const result = this.#runEvent(({ settings }) => settings.changes.submit(request, author));
    return result ?? { ok: false, reason: "absent" };
  }

  async checkChange(request: ChangeRequest, author: ChangeAuthor): Promise<ChangeCheck | null> {
    return this.#runEvent(({ settings }) => settings.changes.check(request, author)) ?? null;
  }

  async readChanges(query: ChangesQuery): Promise<ChangesPage> {
    const page = this.#runEvent(({ settings }) => settings.changes.read(query));
    return page ?? { total: 0, changes: [], faults: 0 };
  }

  async markChangesSeen(changeIds: readonly string[], author: Author): Promise<number> {
    return this.#runEvent(({ settings }) => settings.acts.markSeen(changeIds, author)) ?? 0;
  }

  async readSettings(session: string): Promise<SiteSettings | null> {
    const read = ({ firmware, settings }: SiteComponents) => ({
      ...settings.describe(session),
      update: firmware.store.prior,
    });
    return this.#runEvent(read) ?? null;
  }

  async listSnapshots(): Promise<SnapshotHead[]> {
    return this.#runEvent(({ settings }) => settings.snapshots.list()) ?? [];
  }

  async readSnapshot(id: number | null): Promise<Snapshot | null> {
    const read = ({ settings }: SiteComponents) =>
      id === null ? settings.currentSnapshot() : settings.snapshots.find(id);
    return this.#runEvent(read) ?? null;
  }

  async planRestore(snapshotId: number): Promise<RestorePlan | null> {
    return this.#runEvent(({ settings }) => settings.planRestore(snapshotId)) ?? null;
  }

  async setSettingLocks(locks: SettingLockChange, author: Author): Promise<void> {
    this.#runEvent(({ settings }) => settings.acts.setLocks(locks, author));
  }

  async setAdvancedPassword(hash: string | null, author: Author): Promise<void> {
    this.#runEvent(({ settings }) => settings.acts.setPassword(hash, author));
  }

  async tryAdvancedPassword(person: number): Promise<PasswordAttempt> {
    const attempt = this.#runEvent(({ settings }) => settings.locks.attempt(person));
    return attempt ?? { ok: false, reason: "none", retryAfter: 0 };
  }

  async enterAdvanced(person: number, session: string): Promise<number> {
    return this.#runEvent(({ settings }) => settings.locks.enter(person, session)) ?? 0;
  }

  async exitAdvanced(session: string): Promise<void> {
    this.#runEvent(({ settings }) => settings.locks.exit(session));
  }

  async acceptDrift(address: string, isIgnored: boolean, author: Author): Promise<boolean> {
    const accept = ({ settings }: SiteComponents) =>
      settings.acts.acceptDrift(address, isIgnored, author);
    return this.#runEvent(accept) ?? false;
  }

  async readEquipment(): Promise<ReportedSite | null> {
    return this.#runEvent(({ devices }) => devices.describe()) ?? null;
  }

  async renameEquipment(address: string, alias: string, author: Author): Promise<RenameResult> {
    return this.#runEvent(({ devices }) => devices.rename(address, alias, author)) ?? "absent";
  }

  async readFirmware(): Promise<SiteFirmware | null> {
    return this.#runEvent(({ firmware }) => firmware.describe()) ?? null;
  }

  async startFirmware(order: FirmwareOrder, author: Author): Promise<FirmwareResult> {
    const result = this.#runEvent(({ firmware }) => firmware.start(order, author));
    return result ?? { ok: false, reason: "absent" };
  }

  async confirmFirmware(updateId: string, author: Author): Promise<FirmwareResult> {
    const result = this.#runEvent(({ firmware }) => firmware.confirm(updateId, author));
    return result ?? { ok: false, reason: "absent" };
  }

  async readUpdate(updateId: string): Promise<UpdateRecord | null> {
    return this.#runEvent(({ firmware }) => firmware.store.find(updateId)) ?? null;
  }

  async findFirmwareTransfer(serial: string, sha256: string) {
    return this.#runEvent(({ firmware }) => firmware.findTransfer(serial, sha256)) ?? null;
  }

  async unlinkLogger(serial?: string): Promise<void> {
    this.#runEvent(({ link }) => link.unlink(serial));
  }

  async admitLogger(): Promise<void> {
    this.#runEvent(({ link }) => link.admitUnlinked());
  }

  async erase(): Promise<void> {
    // This comes first: the effects of closing sockets must not write any more.
    this.#isErased = true;
    for (const socket of this.ctx.getWebSockets()) {
      const isLogger = this.#isLogger(socket);
      shut(socket, isLogger ? CLOSE.unlinked : CLOSE.rightEnded, "site deleted");
    }
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  async visit(statusSequence: number): Promise<SiteMetricsEvent | null> {
    const metrics = this.#runEvent(({ link, publisher }) => {
      // The poll saves the start of the day that the metrics read.
      const current = publisher.metrics();
      link.onPolled();
      publisher.onPolled(statusSequence);
      return current;
    });
    return metrics ?? null;
  }

  async readValues(addresses: readonly string[]): Promise<NewestValues> {
    const { values } = this.#components.site;
    return Object.fromEntries(
      addresses.flatMap((address) => {
        const newest = values.get(address);
        return newest === undefined ? [] : [[address, newest.v]];
      }),
    );
  }

  async setTimeZone(zone: string): Promise<void> {
    this.#runEvent(({ series }) => series.setTimeZone(zone));
  }

  async readRetention(): Promise<SiteRetention> {
    return this.#runEvent(({ series }) => describeRetention(series)) ?? KEEP_ALL;
  }

  async setRetention(years: number | null): Promise<SiteRetention> {
    const retention = this.#runEvent(({ series }) => {
      series.setRetention(years);
      return describeRetention(series);
    });
    return retention ?? KEEP_ALL;
  }

  async beginImport(layer: NewImport): Promise<ImportProgress> {
    return this.#runEvent(({ imports }) => imports.begin(layer)) ?? { state: "absent" };
  }

  async writeImportPart(
    layerId: string,
    part: number,
    content: ImportPart,
    author: Author,
  ): Promise<ImportProgress> {
    const write = this.#runEvent(({ imports }) => imports.write(layerId, part, content, author));
    return write ?? { state: "absent" };
  }

  async listImports(): Promise<ImportLayer[]> {
    return this.#runEvent(({ imports }) => imports.list()) ?? [];
  }

  async undoImport(layerId: string, author: Author): Promise<boolean> {
    return this.#runEvent(({ imports }) => imports.undo(layerId, author)) ?? false;
  }

  async readImportOverlap(asked: OverlapQuery): Promise<LoggerOverlap> {
    return this.#runEvent(({ series }) => readOverlap(series, asked)) ?? NO_OVERLAP;
  }

  /** Answers a question about the history, or returns the seconds to wait. */
  async readHistory<Kind extends HistoryKind>(
    kind: Kind,
    asked: HistoryAnswers[Kind]["asked"],
    reader: HistoryReader,
  ): Promise<HistoryAnswer<Kind>> {
    return this.#history.answer(kind, asked, reader);
  }

  async readCurves(asked: CurvesQuery): Promise<WrittenCurves> {
    return this.#readers.curves(asked);
  }

  async readEnergy(asked: EnergyQuery): Promise<Energies | null> {
    return this.#readers.energy(asked);
  }

  async readExportRows(asked: ExportRowsQuery): Promise<ExportRows | null> {
    return this.#readers.exportRows(asked);
  }

  async listExportRegisters(): Promise<ExportRegister[]> {
    return this.#readers.exportRegisters();
  }

  async readStates(asked: StatesQuery): Promise<StateRows> {
    return this.#readers.states(asked);
  }

  async outlineArchive(timeZone: string): Promise<ArchiveOutline | null> {
    return this.#runEvent((components) => outlineArchive(components, timeZone)) ?? null;
  }

  async readArchiveRows(
    table: ObjectTableName,
    after: RowKey | null,
  ): Promise<ArchiveLines<RowKey> | null> {
    return this.#runEvent(() => readTableRows(this.ctx.storage.sql, table, after)) ?? null;
  }

  async readArchiveSamples(from: number, until: number): Promise<ArchiveSamples | null> {
    return this.#runEvent((components) => readArchiveSamples(components, from, until)) ?? null;
  }

  async readArchiveLatest(from: number): Promise<ArchiveLines<number> | null> {
    return this.#runEvent((components) => readArchiveLatest(components, from)) ?? null;
  }

  async readArchiveDays(from: number, end: number): Promise<ArchiveLines<number> | null> {
    return this.#runEvent((components) => readArchiveDays(components, from, end)) ?? null;
  }

  async beginArchiveImport(siteId: number, zone: string, registers: string[]): Promise<void> {
    this.#runImport((components) => prepareImport(components, siteId, zone, registers));
  }

  async importSamples(samples: Omit<ArchiveSamples, "next">): Promise<void> {
    this.#runImport(({ series }) => importSamples(series, samples));
  }

  async importLatest(rows: readonly ArchiveRow[]): Promise<void> {
    this.#runImport(({ series }) => importLatest(series, rows));
  }

  async importRows(table: ObjectTableName, rows: readonly ArchiveRow[]): Promise<void> {
    const { storage } = this.ctx;
    this.#runImport(() => {});
    storage.transactionSync(() => writeTableRows(storage.sql, table, rows));
    // The components hold what they have read, so they are created again from the rows.
    const alarmAt = await storage.getAlarm();
    this.#components = this.#open(this.env);
    this.#components.timers.found(alarmAt);
  }

  async settleImport(): Promise<boolean> {
    return this.#runImport(settleComponents);
  }

  async compareDays(rows: readonly ArchiveRow[]): Promise<number> {
    return this.#runImport(({ series }) => countOtherDays(series, rows));
  }

  async finishImport(siteId: number, key: string, author: Author): Promise<JournalHead> {
    return this.#runImport(({ alarms, journal, publisher }) => {
      publisher.learnSiteId(siteId);
      const isNew = !journal.rows.has(key);
      journal.recordKeyed({
        key,
        at: systemClock.now(),
        what: "site.imported",
        author,
        details: {},
      });
      if (isNew) alarms.sendOpen();
      journal.markPublished();
      publisher.publishStatus();
      return journal.head;
    });
  }

  async readBacklog(): Promise<Backlog | null> {
    return this.#runEvent(({ connection }) => connection.backlog) ?? null;
  }

  async readSiteStates(asked: StatesQuery): Promise<SiteStates> {
    return this.#readers.siteStates(asked);
  }

  /**
   * Ignores failures of work that was in flight during `erase()`.
   * @throws any other error
   */
  #ignoreAfterErase(error: unknown): void {
    if (!this.#isErased) throw error;
  }

  /** Changes alarms, and publishes their worst level if it changed. */
  #changeAlarms<Result>(change: (alarms: SiteComponents["alarms"]) => Result): Result | undefined {
    return this.#runEvent(({ alarms, publishAlarms }) => {
      const result = change(alarms);
      publishAlarms();
      return result;
    });
  }

  #isLogger(socket: WebSocket): boolean {
    return this.ctx.getTags(socket).includes(LOGGER_TAG);
  }

  /** Runs a step of an import. @throws Error if the site was erased, so that the import does not go on without it */
  #runImport<Result>(work: (components: SiteComponents) => Result): Result {
    if (this.#isErased) throw new Error("the site of an import is erased");
    return this.#runEvent(work) as Result;
  }

  #runEvent<Result>(work: (components: SiteComponents) => Result): Result | undefined {
    if (this.#isErased) return undefined;
    try {
      return work(this.#components);
    } finally {
      this.#components.flush();
    }
  }
}
