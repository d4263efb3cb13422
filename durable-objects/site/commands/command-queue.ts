import { chunk } from "#domain/chunk.ts";
import { advanceCommand, type CommandEvent } from "#domain/commands/advance-command.ts";
import type { CommandRecord } from "#domain/commands/command-record.ts";
import { startCommand, visibleRecord } from "#domain/commands/tracked-command.ts";
import { SUCCESS_STATUS } from "#domain/problem.ts";
import type { CatalogueSite } from "#domain/registers/catalogue/find-in-catalogue.ts";
import { checkSetting } from "#domain/registers/check-setting.ts";
import { findSetting } from "#domain/registers/find-setting.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { MAX_QUERY_ADDRESSES } from "#protocol/logger/limits.ts";
import type { LoggerMessage } from "#protocol/logger/messages.ts";
import type { Revocation } from "#protocol/site-rpc.ts";
import type { Clock, Timers } from "../interfaces.ts";
import { describeCommand } from "../journal/describe-changes.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import type { LoggerConnection } from "../logger-connection.ts";
import type { SiteState } from "../site-state.ts";
import type { ViewerBroadcaster } from "../viewers/viewer-broadcaster.ts";
import { readAnswers } from "./command-answers.ts";
import type { CommandBudget } from "./command-budget.ts";
import {
  type CommandGroup,
  confirmationOf,
  confirmedFrame,
  frameIdOf,
  frameOf,
  groupCommands,
  readyGroups,
} from "./command-frames.ts";
import type { CommandIssuer, CommandOrder, EnqueueResult } from "./command-order.ts";
import type { CommandStore, StoredCommand } from "./command-store.ts";
import { synchronizedEquipment } from "./synchronized-equipment.ts";

/** Name of the queue's timer. */
export const COMMANDS_TIMER = "commands";
const MAX_OPEN_COMMANDS = 1_000;
const RECENT_MS = HOUR_MS;

type Deps = {
  store: CommandStore;
  budget: CommandBudget;
  /** Runs a function in a transaction. */
  atomically: (run: () => void) => void;
  clock: Clock;
  timers: Timers;
  site: Pick<SiteState, "equipment" | "values">;
  journal: Pick<SiteJournal, "record">;
  logger: Pick<LoggerConnection, "connected" | "send">;
  newId: () => string;
  viewers: Pick<ViewerBroadcaster, "commandChanged">;
  /** Properties of the site on which entries of the catalogue depend. */
  catalogueSite: () => CatalogueSite;
  /** Whether the logger has the feature `sync`. */
  hasSync: () => boolean;
  /** Called after a write was sent to the logger for the first time. */
  onSent: (command: StoredCommand) => void;
};

type Step = {
  stored: StoredCommand;
  changes: CommandRecord[];
  effect?: "send" | "ask";
  /** Whether the command ended by this step. */
  isEnd: boolean;
  /** Whether the step added a read-back or the result of the second read. */
  isRead: boolean;
};
/** A command that was stored or advanced, and what is new about it. */
export type QueueStep = Pick<Step, "isEnd" | "isRead" | "stored">;

/** The site's queue of commands: every change of a command is stored before a frame or a push is sent. */
export class CommandQueue {
  readonly #deps: Deps;
  #steps: QueueStep[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Whether commands were stored or advanced since the last call of `takeSteps`. */
  get hasSteps(): boolean {
    return this.#steps.length > 0;
  }

  /** Returns the steps of commands that were stored or advanced since the last call, in order. */
  takeSteps(): QueueStep[] {
    const steps = this.#steps;
    this.#steps = [];
    return steps;
  }

  /** Addresses of commands that wait for their second read. */
  awaitingHeld(): string[] {
    return this.#deps.store.awaitingHeld().map(({ tracked }) => tracked.record.address);
  }

  /** Returns a stored command; null if there is none. */
  find(commandId: string): StoredCommand | null {
    return this.#deps.store.find(commandId);
  }

  /**
   * Stores commands, answers their issuer, and then publishes and sends them.
   * @param respond called with the result once the commands are stored, before any of them is sent
   */
  enqueue(
    issuer: CommandIssuer,
    order: CommandOrder,
    respond: (result: EnqueueResult) => void,
  ): void {
    const result = this.#insert(issuer, order);
    respond(result);
    if (!result.ok) return;
    for (const record of result.started) this.#deps.viewers.commandChanged(record);
    this.#proceed();
  }

  /** Stores commands without sending them. A command id that its issuer used before changes nothing. */
  #insert(issuer: CommandIssuer, order: CommandOrder): EnqueueResult {
    const { budget, store } = this.#deps;
    const held = order.items.map(({ commandId }) => store.find(commandId));
    if (held.some((command) => command !== null && command.person !== issuer.person))
      return { ok: false, reason: "forbidden" };
    const fresh = order.items.filter((_, index) => held[index] === null);
    const isTooMany = () =>
      store.countOpen() + fresh.length > MAX_OPEN_COMMANDS ||
      !budget.spend(issuer.person, fresh.length);
    // Writes of the portal that undo a change are never limited.
    if (fresh.length > 0 && !order.isUndo && isTooMany()) return { ok: false, reason: "tooMany" };
    const started = this.#start(issuer, order, fresh).map(({ tracked }) => visibleRecord(tracked));
    const known = held.flatMap((command) =>
      command === null ? [] : visibleRecord(command.tracked),
    );
    const records = new Map([...known, ...started].map((record) => [record.commandId, record]));
    return {
      ok: true,
      records: order.items.flatMap(({ commandId }) => records.get(commandId) ?? []),
      started,
    };
  }

  /** Whether all commands of the order are stored already. */
  knows({ items }: CommandOrder): boolean {
    return items.every(({ commandId }) => this.#deps.store.find(commandId) !== null);
  }

  /** Returns the records that are open or ended within the last hour. */
  recent(): CommandRecord[] {
    return this.#deps.store.recent(this.#deps.clock.now() - RECENT_MS);
  }

  /**
   * Call it when a logger is welcomed. Unanswered commands that have not expired are sent again, pending read-backs are
   * requested, and queued commands are sent.
   */
  onLoggerConnected(): void {
    const { store } = this.#deps;
    const sent = store.open().filter(({ tracked }) => tracked.record.state === "sent");
    // These stay within the limit of frames in flight, because they were sent within it.
    for (const group of groupCommands(sent)) this.#sendGroup(group, { kind: "reconnected" });
    for (const frameId of new Set(store.unconfirmed().map(frameIdOf)))
      this.#deps.logger.send(confirmationOf(frameId));
    this.#conclude(
      store.awaitingHeld().map((command) => this.#advance(command, { kind: "reconnected" })),
    );
    this.#ask(store.unread());
    this.#proceed();
  }

  /** Confirms commands that ended with success, so that the device does not revert them. */
  confirm(commandIds: readonly string[]): void {
    const { logger, store } = this.#deps;
    const commands = commandIds.flatMap((commandId) => store.find(commandId) ?? []);
    for (const command of commands)
      store.save({ ...command, tracked: { ...command.tracked, confirmation: "sent" } });
    for (const frameId of new Set(commands.map(frameIdOf))) logger.send(confirmationOf(frameId));
  }

  /**
   * Handles an answer or a refusal of the logger.
   * @returns whether it belongs to a command
   */
  handleAnswer(message: LoggerMessage): boolean {
    if (message.cmd === COMMAND.confirmAnswer) return this.#takeConfirmation(message);
    if (message.cmd === COMMAND.refusal && this.#takeConfirmation(message)) return true;
    const answers = readAnswers(this.#deps.store, message);
    if (answers === null) return false;
    this.#conclude(answers.map(({ command, event }) => this.#advance(command, event)));
    this.#proceed();
    return true;
  }

  /** Ends the unsent commands of a session or user whose access was revoked. */
  endRevoked(ended: Revocation): void {
    this.endWhere((command) => isOf(command, ended));
    this.#proceed();
  }

  /** Ends unsent commands that are no longer permitted; those that were sent are not repeated. */
  endWhere(isEnded: (command: StoredCommand) => boolean): void {
    const ended = this.#deps.store.open().filter(isEnded);
    this.#conclude(ended.map((command) => this.#advance(command, { kind: "rightEnded" })));
  }

  /** Takes the answer to a confirmation. A logger that does not know the id of a batch gets those of its commands. */
  #takeConfirmation({ id, status }: { id?: string | null | undefined; status: number }): boolean {
    const confirmed = typeof id === "string" ? confirmedFrame(id) : null;
    if (confirmed === null) return false;
    const { logger, store } = this.#deps;
    const isOf = ({ batch, tracked }: StoredCommand) =>
      batch === confirmed || tracked.record.commandId === confirmed;
    const commands = store.awaitingHeld().filter(isOf);
    if (status === SUCCESS_STATUS)
      this.#save(commands.map((command) => this.#advance(command, { kind: "confirmed" })));
    else
      for (const { batch, tracked } of commands)
        if (batch === confirmed) logger.send(confirmationOf(tracked.record.commandId));
    this.#proceed();
    return true;
  }

  /** Advances the commands whose timeout has passed. */
  advanceOverdue(): void {
    const { clock, logger, store } = this.#deps;
    const overdue = [...store.overdue(clock.now()), ...store.heldOverdue(clock.now())];
    const event = { kind: "timeout", isOffline: !logger.connected } as const;
    this.#conclude(overdue.map((command) => this.#advance(command, event)));
    store.sweep(clock.now());
    this.#proceed();
  }

  /**
   * Replaces a deleted user's name in the records.
   * @param person id of the user
   */
  anonymizeIssuer(person: number): void {
    this.#deps.store.anonymizeIssuer(person);
  }

  #start(
    issuer: CommandIssuer,
    order: CommandOrder,
    fresh: CommandOrder["items"],
  ): StoredCommand[] {
    const { atomically, catalogueSite, clock, newId, site, store } = this.#deps;
    const { change, atomic, revertAfter } = order;
    const { person, session, rightsVersion, name: by } = issuer;
    const batch = order.kind === "batch" ? newId() : null;
    const asked = [order, ...fresh].flatMap(({ expires }) => expires ?? []);
    const expires = asked.length === 0 ? undefined : Math.min(...asked);
    const started = fresh.map(({ commandId, address, value }) => {
      const from = site.values.get(address)?.v ?? undefined;
      const given = { commandId, by, address, value, once: order.kind === "once", expires, from };
      const check = checkSetting(site.equipment, address, value, catalogueSite());
      const setting = findSetting(site.equipment, address, catalogueSite());
      const isHeldRead = setting?.access === "rw" && !setting.oneShot && !setting.secret;
      const isSecret = setting?.secret === true;
      const synchronized = this.#deps.hasSync()
        ? synchronizedEquipment(site.equipment, address, setting?.name)
        : undefined;
      const owned = { change, atomic, revertAfter, isHeldRead, isSecret, synchronized };
      const tracked = startCommand({ ...given, ...owned }, check, clock.now());
      return { person, session, rightsVersion, batch, query: null, tracked };
    });
    atomically(() => {
      for (const command of started) store.insert(command);
    });
    this.#record(started.filter(hasEnded));
    const steps = started.map((stored) => ({ stored, isEnd: hasEnded(stored), isRead: false }));
    this.#steps.push(...steps);
    return started;
  }

  /** Sends all commands that are ready and schedules the timer for the next due one. */
  #proceed(): void {
    const { logger, store, timers } = this.#deps;
    if (logger.connected)
      for (const group of readyGroups(store.open())) this.#sendGroup(group, { kind: "turn" });
    const due = store.nextDue();
    if (due === null) timers.cancel(COMMANDS_TIMER);
    else timers.set(COMMANDS_TIMER, due);
  }

  /** Sends one frame for the ready commands of a group, stored as sent beforehand. */
  #sendGroup(group: CommandGroup, event: CommandEvent): void {
    const steps = group.map((command) => this.#advance(command, event));
    const going = steps.filter(({ effect }) => effect === "send");
    this.#save(steps);
    const frame = frameOf(going.map(({ stored }) => stored));
    const failed = frame !== null && !this.#deps.logger.send(frame);
    if (!failed && event.kind === "turn") this.#noteSent(going);
    this.#publish(failed ? steps.filter(({ effect }) => effect !== "send") : steps);
    if (failed) this.#save(going.map(({ stored }) => this.#advance(stored, { kind: "unsent" })));
  }

  /** Takes note of writes; earlier values at these addresses cannot be read a second time. */
  #noteSent(steps: readonly Step[]): void {
    const { onSent, store } = this.#deps;
    for (const { stored } of steps) onSent(stored);
    const addresses = new Set(steps.map(({ stored }) => stored.tracked.record.address));
    const isOver = ({ tracked }: StoredCommand) => addresses.has(tracked.record.address);
    const superseded = store.awaitingHeld().filter(isOver);
    this.#save(superseded.map((command) => this.#advance(command, { kind: "superseded" })));
  }

  #advance(command: StoredCommand, event: CommandEvent): Step {
    const { command: tracked, ...step } = advanceCommand(
      command.tracked,
      event,
      this.#deps.clock.now(),
    );
    // A read-back is requested once while the command is open, and once after it ended unverified.
    const endedUnread = tracked.needsReadBack && !command.tracked.needsReadBack;
    const isHeldKnown = tracked.heldDue === null && command.tracked.heldDue !== null;
    const query = endedUnread || isHeldKnown ? null : command.query;
    const stored = { ...command, query, tracked };
    const { held, readBack } = command.tracked.record;
    const isRead = tracked.record.readBack !== readBack || tracked.record.held !== held;
    return { ...step, stored, isEnd: hasEnded(stored) && !hasEnded(command), isRead };
  }

  /** Stores and publishes the steps and requests the registers whose values are unknown. */
  #conclude(steps: readonly Step[]): void {
    this.#save(steps);
    this.#publish(steps);
    this.#ask(
      steps
        .filter(({ effect, stored }) => effect === "ask" || isReadBackPending(stored))
        .map(({ stored }) => stored),
    );
  }

  /** Requests the registers of commands. Without a logger the requests wait until one connects. */
  #ask(commands: readonly StoredCommand[]): void {
    const { logger, newId, store } = this.#deps;
    if (!logger.connected) return;
    for (const asked of chunk(commands, MAX_QUERY_ADDRESSES)) {
      const query = newId();
      for (const command of asked) store.save({ ...command, query });
      const addresses = [...new Set(asked.map(({ tracked }) => tracked.record.address))];
      if (logger.send({ cmd: COMMAND.query, id: query, addresses })) continue;
      for (const command of asked) store.save({ ...command, query: null });
    }
  }

  #save(steps: readonly Step[]): void {
    const { atomically, store } = this.#deps;
    if (steps.length === 0) return;
    atomically(() => {
      for (const { stored } of steps) store.save(stored);
    });
    this.#steps.push(...steps);
    this.#record(steps.filter(({ isEnd }) => isEnd).map(({ stored }) => stored));
  }

  /** Records commands that ended in the journal. */
  #record(ended: readonly StoredCommand[]): void {
    const { journal, site } = this.#deps;
    for (const command of ended) journal.record(describeCommand(command, site.equipment));
  }

  #publish(steps: readonly Step[]): void {
    const { viewers } = this.#deps;
    for (const { changes, stored } of steps)
      for (const record of changes)
        viewers.commandChanged(visibleRecord({ ...stored.tracked, record }));
  }
}

function hasEnded({ tracked }: StoredCommand): boolean {
  return tracked.record.state === "ended";
}

/** Whether the command ended unverified and its read-back has not been requested since. */
function isReadBackPending({ query, tracked }: StoredCommand): boolean {
  return tracked.needsReadBack && query === null;
}

function isOf(command: StoredCommand, ended: Revocation): boolean {
  return "session" in ended
    ? command.session === ended.session
    : command.person === ended.person && command.rightsVersion < ended.rightsVersion;
}
