import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { ConversationEffect } from "#protocol/logger/conversation.ts";
import { EARLIEST_INSTANT } from "#protocol/logger/limits.ts";
import type { PortalMessage } from "#protocol/logger/messages.ts";
import type { EquipmentRecord } from "./equipment/equipment-record.ts";
import { type ErrorList, TooManyEvents } from "./errors/error-list.ts";
import type { Facts } from "./facts.ts";
import { logFailure } from "./log-failure.ts";
import { writeIdentity } from "./logger-identity.ts";
import type { Audience, Clock, CommandLine } from "./parts.ts";
import type { SeriesStore } from "./series/series-store.ts";
import type { SiteReport } from "./site-report.ts";
import { sortBatch } from "./sort-batch.ts";
import type { EquipmentStates } from "./states/equipment-states.ts";
import type { StateLog } from "./states/state-log.ts";

export type Reply = (message: PortalMessage) => void;
/** Everything but what concerns the socket alone. */
export type StoringEffect = Exclude<ConversationEffect, { kind: "send" | "close" }>;
type Effect<Kind extends ConversationEffect["kind"]> = Extract<ConversationEffect, { kind: Kind }>;
type Parts = {
  clock: Clock;
  facts: Facts;
  equipment: EquipmentRecord;
  states: EquipmentStates;
  stateLog: StateLog;
  errors: ErrorList;
  series: SeriesStore;
  report: SiteReport;
  audience: Audience;
  commands: CommandLine;
  /** The logger has its 259: the site may be online from here on. */
  welcomed: () => void;
};

/**
 * What a logger said becomes what the object knows. Each method stores, then answers, then tells the others. The
 * answer is handed to the socket before the storage is synced, and is still never ahead of it: the platform's output
 * gate holds everything that leaves the object until all that was written before is durable.
 */
export class LoggerIntake {
  readonly #parts: Parts;
  #isFullTold = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  take(effect: StoringEffect, reply: Reply): void {
    switch (effect.kind) {
      case "welcome":
        this.#welcome(effect, reply);
        break;
      case "storeBatch":
        this.#storeBatch(effect, reply);
        break;
      case "updateEvents":
        this.#updateEvents(effect, reply);
        break;
      case "updateStatuses":
        this.#updateStatuses(effect, reply);
        break;
      case "replaceTree":
        this.#takeTree(effect.equipment);
        break;
      case "answered":
        this.#parts.commands.answered(effect.message);
    }
  }

  #welcome({ message, sampling }: Effect<"welcome">, reply: Reply): void {
    const { clock, facts, errors, series, audience, commands, welcomed } = this.#parts;
    const now = clock.now();
    writeIdentity(facts, message);
    const treeChanged = this.#replaceTree(message.equipment);
    const errorsChanged = errors.replace(message.events, message.clock, now);
    reply({
      cmd: COMMAND.connectAnswer,
      id: message.id,
      status: 200,
      time: now,
      sampling,
      storedThrough: series.storedThrough(now),
    });
    welcomed();
    if (treeChanged) audience.treeChanged();
    if (errorsChanged || treeChanged) audience.errorsChanged();
    this.#tellStatus();
    commands.loggerConnected();
  }

  #storeBatch({ message }: Effect<"storeBatch">, reply: Reply): void {
    const { clock, equipment, series, report, audience } = this.#parts;
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
      Math.max(EARLIEST_INSTANT, series.retention.forgottenBefore),
    );
    if (isFull) this.#tellFull();
    const newestBefore = series.newestAt;
    const figuresBefore = report.countFigures();
    const changed = series.append(batch);
    const storedThrough = series.storedThrough(now);
    reply({
      cmd: COMMAND.realDataUpdateAnswer,
      id: message.id,
      status: 200,
      ...(storedThrough === null ? {} : { storedThrough }),
      ...(refused === 0 ? {} : { refused }),
    });
    const last = batch.times.at(-1);
    if (last === undefined || (changed.size === 0 && series.newestAt === newestBefore)) return;
    const values = new Map<string, RegisterValue>();
    for (const [address, { v }] of changed) values.set(address, v);
    audience.valuesChanged(Math.min(last, now), values);
    if (report.countFigures() > figuresBefore) report.tellFigures();
    this.#tellStatus();
  }

  /** One line, not one for each batch. */
  #tellFull(): void {
    if (this.#isFullTold) return;
    this.#isFullTold = true;
    logFailure("values refused", "the site has had as many registers as it may");
  }

  /** A list that is too long to be kept is refused whole. */
  #updateEvents({ message }: Effect<"updateEvents">, reply: Reply): void {
    const { clock, errors, series, audience } = this.#parts;
    const { id, events } = message;
    try {
      const changed = errors.update(events, clock.now(), series.newestAt);
      reply({ cmd: COMMAND.eventUpdateAnswer, id, status: 200 });
      if (!changed) return;
    } catch (error) {
      if (!(error instanceof TooManyEvents)) throw error;
      reply({ cmd: COMMAND.refusal, id, status: 400, message: error.message });
      return;
    }
    audience.errorsChanged();
    this.#tellStatus();
  }

  #updateStatuses({ message }: Effect<"updateStatuses">, reply: Reply): void {
    const { clock, equipment, states, stateLog } = this.#parts;
    const known = message.statuses.filter(({ address }) => equipment.find(address) !== undefined);
    // What a clock says that was never set would be history of decades.
    const isHistory = ({ at }: { at: number }) => at >= EARLIEST_INSTANT;
    stateLog.take(known.filter(isHistory), clock.now());
    const changed = states.take(known, clock.now());
    reply({ cmd: COMMAND.statusUpdateAnswer, id: message.id, status: 200 });
    if (changed.length > 0) this.#tellStatus(changed);
  }

  #takeTree(tree: Equipment[]): void {
    if (!this.#replaceTree(tree)) return;
    this.#parts.audience.treeChanged();
    this.#parts.audience.errorsChanged();
  }

  #replaceTree(tree: readonly Equipment[]): boolean {
    const { equipment, states } = this.#parts;
    if (!equipment.replace(tree)) return false;
    states.keepOnly(new Set(tree.map(({ address }) => address)));
    return true;
  }

  #tellStatus(equipmentAddresses: readonly string[] = []): void {
    const { report, audience } = this.#parts;
    if (report.tellStatus() || equipmentAddresses.length > 0)
      audience.statusChanged(equipmentAddresses);
  }
}
