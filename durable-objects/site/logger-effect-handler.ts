import type { LimitedBudget } from "#domain/loggers/limited-budget.ts";
import { PROBLEM_STATUS, SUCCESS_STATUS } from "#domain/problem.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { ConversationEffect } from "#protocol/logger/conversation.ts";
import { MIN_INSTANT } from "#protocol/logger/limits.ts";
import type { EquipmentStatusReport, PortalMessage } from "#protocol/logger/messages.ts";
import type { SiteAlarms } from "./alarms/site-alarms.ts";
import { BacklogGate } from "./backlog-gate.ts";
import { ChangePurse } from "./change-purse.ts";
import type { CommandQueue } from "./commands/command-queue.ts";
import type { QueryRelay } from "./commands/query-relay.ts";
import { describeSuccess } from "./describe-success.ts";
import { addSynchronization } from "./equipment/add-synchronization.ts";
import { admitTree } from "./equipment/admit-tree.ts";
import type { AdmittedAddresses } from "./equipment/admitted-addresses.ts";
import type { EquipmentRecord } from "./equipment/equipment-record.ts";
import { type ErrorList, TooManyEvents } from "./errors/error-list.ts";
import type { SiteFirmware } from "./firmware/site-firmware.ts";
import type { Clock } from "./interfaces.ts";
import { describeTreeChange } from "./journal/describe-changes.ts";
import { describeEquipmentChanges, describeLoggerChanges } from "./journal/describe-identities.ts";
import type { SiteJournal } from "./journal/site-journal.ts";
import type { KeyValueStore } from "./key-value-store.ts";
import type { LivenessMonitor } from "./liveness-monitor.ts";
import { logFailure } from "./log-failure.ts";
import type { BudgetName, LoggerBudgets } from "./logger-budgets.ts";
import { readIdentity, writeIdentity } from "./logger-identity.ts";
import type { SeriesStore } from "./series/series-store.ts";
import type { SecretRegisters } from "./settings/secret-registers.ts";
import type { SiteSettings } from "./settings/site-settings.ts";
import type { SiteEventPublisher } from "./site-event-publisher.ts";
import { sortBatch } from "./sort-batch.ts";
import type { EquipmentStates } from "./states/equipment-states.ts";
import type { StateLog } from "./states/state-log.ts";
import type { StatePruner } from "./states/state-pruner.ts";
import type { ViewerBroadcaster } from "./viewers/viewer-broadcaster.ts";

/** Writes an answer to the socket of the logger. */
export type WriteMessage = (message: PortalMessage) => void;
/** Every effect except those on the socket alone. */
type StorageEffect = Exclude<ConversationEffect, { kind: "send" | "close" | "overUpdates" }>;
type EffectOutcome = {
  /** Whether the logger must be disconnected for exceeding a budget for too long. */
  isOver: boolean;
};
type Effect<Kind extends ConversationEffect["kind"]> = Extract<ConversationEffect, { kind: Kind }>;
type Deps = {
  clock: Clock;
  kv: KeyValueStore;
  equipment: EquipmentRecord;
  admitted: AdmittedAddresses;
  states: EquipmentStates;
  stateLog: StateLog;
  statePruner: StatePruner;
  errors: ErrorList;
  series: SeriesStore;
  secrets: SecretRegisters;
  alarms: SiteAlarms;
  publisher: SiteEventPublisher;
  viewers: ViewerBroadcaster;
  queue: CommandQueue;
  relay: QueryRelay;
  settings: SiteSettings;
  firmware: SiteFirmware;
  budgets: LoggerBudgets;
  journal: Pick<SiteJournal, "recordOfLogger" | "recordIdentities">;
  liveness: LivenessMonitor;
};

/**
 * Applies the effects of logger messages to the object's state. Each method stores, then answers the logger, then
 * notifies the viewers. The answer is handed to the socket before the storage is synced and is still never ahead of it:
 * the platform's output gate holds everything that leaves the object until all previous writes are durable.
 */
export class LoggerEffectHandler {
  readonly #deps: Deps;
  readonly #backlog: BacklogGate;
  #isFullLogged = false;
  #isOver = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#backlog = new BacklogGate(deps);
  }

  /**
   * Applies one effect.
   * @param writeMessage sends an answer to the logger
   */
  applyEffect(effect: StorageEffect, writeMessage: WriteMessage): EffectOutcome {
    const { firmware, queue, relay, settings } = this.#deps;
    this.#isOver = false;
    switch (effect.kind) {
      case "welcome":
        this.#welcome(effect, writeMessage);
        break;
      case "storeBatch":
        this.#storeBatch(effect, writeMessage);
        break;
      case "updateEvents":
        this.#updateEvents(effect, writeMessage);
        break;
      case "updateStatuses":
        this.#updateStatuses(effect, writeMessage);
        break;
      case "replaceTree":
        this.#applyTree(effect.equipment);
        break;
      case "answered":
        if (firmware.handleMessage(effect.message)) break;
        settings.answered(
          effect.message,
          () => queue.handleAnswer(effect.message) || relay.handleAnswer(effect.message),
        );
    }
    if (this.#isOver) this.#deps.budgets.noteClosed();
    return { isOver: this.#isOver };
  }

  #welcome({ message, sampling }: Effect<"welcome">, writeMessage: WriteMessage): void {
    const {
      alarms,
      clock,
      journal,
      kv,
      errors,
      firmware,
      liveness,
      queue,
      relay,
      series,
      settings,
      viewers,
    } = this.#deps;
    const now = clock.now();
    const { before, after } = writeIdentity(kv, message);
    journal.recordIdentities(describeLoggerChanges(before, after));
    const tree = this.#replaceTree(message.equipment);
    const purse = new ChangePurse(this.#deps.budgets);
    const errorsChanged = errors.replace(message.events, message.clock, now, purse);
    alarms.loggerConnected(message.events, message.clock ?? null);
    this.#close(purse);
    const limited = tree.limited + purse.limited;
    writeMessage({
      cmd: COMMAND.connectAnswer,
      id: message.id,
      time: now,
      sampling,
      storedThrough: series.storedThrough(now),
      ...describeSuccess(limited),
    });
    // The site may be online from now on.
    liveness.updateLiveness();
    if (tree.changed) this.#showTree();
    if (errorsChanged || tree.changed) viewers.errorsChanged();
    this.#publishStatus();
    settings.endUnpermitted();
    queue.onLoggerConnected();
    relay.onLoggerConnected();
    settings.onLoggerConnected();
    firmware.onLoggerConnected();
  }

  #storeBatch({ message }: Effect<"storeBatch">, writeMessage: WriteMessage): void {
    const { alarms, clock, equipment, secrets, series, settings, publisher, viewers } = this.#deps;
    const retryAfter = message.backlog ? this.#backlog.admit(message) : 0;
    if (retryAfter > 0) {
      const { id } = message;
      writeMessage({
        cmd: COMMAND.realDataUpdateAnswer,
        id,
        status: PROBLEM_STATUS.tooFast,
        retryAfter,
      });
      if (this.#backlog.isDisobeyed) this.#noteLimited("backlog", "backlog");
      return;
    }
    const now = clock.now();
    const admits = series.admission();
    let isFull = false;
    const isKept = (address: string) => {
      if (!equipment.knows(address)) return false;
      if (admits(address)) return true;
      isFull = true;
      return false;
    };
    const { refused, ...batch } = sortBatch(
      message,
      isKept,
      now,
      Math.max(MIN_INSTANT, series.retention.expiredBefore),
    );
    for (const address of batch.columns.keys())
      if (secrets.has(address)) batch.columns.delete(address);
    if (isFull) this.#logFull();
    const newestBefore = series.newestAt;
    const metricsBefore = publisher.countMetrics();
    const examined = alarms.examineBatch(batch, Boolean(message.backlog));
    const changed = series.appendSamples(batch);
    alarms.batchStored(batch, examined, message.backlog);
    if (!message.backlog) settings.learned.valuesReported(changed);
    const storedThrough = series.storedThrough(now);
    writeMessage({
      cmd: COMMAND.realDataUpdateAnswer,
      id: message.id,
      status: SUCCESS_STATUS,
      ...(storedThrough === null ? {} : { storedThrough }),
      ...(refused === 0 ? {} : { refused }),
    });
    const last = batch.times.at(-1);
    if (last === undefined || (changed.size === 0 && series.newestAt === newestBefore)) return;
    const values = new Map<string, RegisterValue>();
    for (const [address, { v }] of changed) values.set(address, v);
    viewers.valuesChanged(Math.min(last, now), values);
    if (publisher.countMetrics() > metricsBefore) publisher.publishMetrics();
    this.#publishStatus();
  }

  /** Logs that values are refused, once and not for each batch. */
  #logFull(): void {
    if (this.#isFullLogged) return;
    this.#isFullLogged = true;
    logFailure("values refused", "the site has had as many registers as it may");
  }

  /** Applies an event update. A list that is too long to be stored is refused as a whole. */
  #updateEvents({ message }: Effect<"updateEvents">, writeMessage: WriteMessage): void {
    const { alarms, clock, errors, firmware, series, viewers } = this.#deps;
    const { id, events } = message;
    const purse = new ChangePurse(this.#deps.budgets);
    try {
      const { newestAt: newestSample } = series;
      const receipt = { now: clock.now(), newestSample, uploadMs: alarms.uploadMs };
      const changed = errors.update(events, receipt, purse);
      alarms.eventsReported(events);
      this.#close(purse);
      writeMessage({ cmd: COMMAND.eventUpdateAnswer, id, ...describeSuccess(purse.limited) });
      if (!changed) return;
    } catch (error) {
      if (!(error instanceof TooManyEvents)) throw error;
      writeMessage({
        cmd: COMMAND.refusal,
        id,
        status: PROBLEM_STATUS.malformed,
        message: error.message,
      });
      return;
    }
    firmware.check();
    viewers.errorsChanged();
    this.#publishStatus();
  }

  #updateStatuses({ message }: Effect<"updateStatuses">, writeMessage: WriteMessage): void {
    const { clock, equipment } = this.#deps;
    const purse = new ChangePurse(this.#deps.budgets);
    const changed = new Set<string>();
    /** The newest status of each piece of equipment that has a left-out status. */
    const leftOut = new Map<string, string>();
    for (const one of message.statuses) {
      const { address, status } = one;
      if (equipment.find(address) === undefined) continue;
      const before = leftOut.get(address);
      // A status after a left-out one counts as a change if the two differ, even if it equals the stored one.
      if (before !== undefined) {
        if (before !== status) purse.take();
        leftOut.set(address, status);
        continue;
      }
      const { limited } = purse;
      if (this.#storeStatus(one, clock.now(), purse)) changed.add(address);
      if (purse.limited > limited) leftOut.set(address, status);
    }
    this.#close(purse);
    const { id } = message;
    writeMessage({ cmd: COMMAND.statusUpdateAnswer, id, ...describeSuccess(purse.limited) });
    if (changed.size === 0) return;
    this.#deps.firmware.check();
    this.#publishStatus([...changed]);
  }

  /**
   * Stores a status.
   * @returns whether the current status of the equipment changed
   */
  #storeStatus(report: EquipmentStatusReport, now: number, purse: ChangePurse): boolean {
    const { states, stateLog, statePruner } = this.#deps;
    // An unset clock would create a history of decades.
    const isHistory = report.at >= MIN_INSTANT;
    const logged = isHistory ? stateLog.take(report, now, purse.take) : "repeated";
    if (logged === "refused") return false;
    if (logged === "stored") statePruner.onChange();
    // A status that the log already holds is new for equipment that was absent meanwhile.
    if (logged === "repeated" && states.isNews(report, now) && !purse.take()) return false;
    return states.take(report, now);
  }

  /** Spends the changes of a frame and records those beyond the budget. */
  #close(purse: ChangePurse): void {
    purse.close();
    if (purse.limited > 0) this.#noteLimited("changes", "changes");
  }

  #noteLimited(name: BudgetName, limited: LimitedBudget): void {
    this.#deps.budgets.notify(limited);
    this.#isOver ||= this.#deps.budgets.isOverForTooLong(name);
  }

  #applyTree(tree: Equipment[]): void {
    if (!this.#replaceTree(tree).changed) return;
    this.#showTree();
    this.#deps.viewers.errorsChanged();
  }

  /** Notifies viewers of a changed tree, and of the frequencies on which other voltages decide now. */
  #showTree(): void {
    const { series, viewers } = this.#deps;
    viewers.treeChanged();
    for (const [address, { v, at }] of series.followLines())
      viewers.valuesChanged(at, new Map([[address, v]]));
  }

  /** Stores a tree as far as the budgets allow. */
  #replaceTree(given: readonly Equipment[]): { changed: boolean; limited: number } {
    const { admitted, alarms, budgets, equipment, journal, kv, series, states } = this.#deps;
    const replaced = equipment.tree;
    const { tree: ofLogger, ...wanted } = admitTree(given, {
      current: replaced,
      isKnown: (address) => series.knows(address) || admitted.hasRegister(address),
      isKnownEquipment: (address) => admitted.hasEquipment(address),
      registers: budgets.left("registers"),
      equipment: budgets.left("equipment"),
    });
    const hasSync = readIdentity(kv)?.features?.includes("sync") ?? false;
    const tree = hasSync ? addSynchronization(ofLogger) : ofLogger;
    const isLate = budgets.left("trees") < 1 && !equipment.isSame(tree);
    const limited = wanted.limited + (isLate ? wanted.registers + wanted.equipment : 0);
    if (isLate) {
      budgets.spend("trees", 0, 1);
      this.#noteLimited("trees", "registers");
      return { changed: false, limited };
    }
    budgets.spend("registers", wanted.registers, wanted.limited);
    budgets.spend("equipment", wanted.equipment);
    if (wanted.limited > 0) this.#noteLimited("registers", "registers");
    // The frequencies that viewers have depend on the replaced tree.
    series.followLines();
    if (!equipment.replace(tree)) return { changed: false, limited };
    const stored = equipment.tree;
    for (const entry of describeTreeChange(replaced, stored)) journal.recordOfLogger(entry);
    journal.recordIdentities(describeEquipmentChanges(replaced, stored));
    admitted.add(replaced, stored);
    budgets.spend("trees", 1);
    states.keepOnly(new Set(stored.map(({ address }) => address)));
    alarms.treeChanged(replaced, stored);
    return { changed: true, limited };
  }

  #publishStatus(equipmentAddresses: readonly string[] = []): void {
    const { publisher, viewers } = this.#deps;
    if (publisher.publishStatus() || equipmentAddresses.length > 0)
      viewers.statusChanged(equipmentAddresses);
  }
}
