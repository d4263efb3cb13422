import { SUCCESS_STATUS } from "#domain/problem.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { advanceChange } from "#domain/settings/advance-change.ts";
import { type ChangeRecord, type ChangeRequest, MAX_REVERT_S } from "#domain/settings/change.ts";
import type {
  ChangeEffect,
  ChangeEvent,
  IssuedItem,
  ReadEvent,
} from "#domain/settings/change-event.ts";
import { type ChangeFacts, checkChange, recheckChange } from "#domain/settings/check-change.ts";
import { mayInterrupt } from "#domain/settings/may-interrupt.ts";
import { startChange, visibleChange } from "#domain/settings/tracked-change.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { MAX_QUERY_ADDRESSES } from "#protocol/logger/limits.ts";
import type { LoggerMessage } from "#protocol/logger/messages.ts";
import type {
  ChangeAuthor,
  ChangeCheck,
  ChangesPage,
  ChangesQuery,
  SubmitResult,
} from "#protocol/settings.ts";
import type { Revocation } from "#protocol/site-rpc.ts";
import type { CommandQueue, QueueStep } from "../commands/command-queue.ts";
import type { StoredCommand } from "../commands/command-store.ts";
import type { Clock, Timers } from "../interfaces.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import type { LoggerConnection } from "../logger-connection.ts";
import { collectFacts, type FactSources, reportedValue } from "./change-facts.ts";
import { describeChange, describeReversion } from "./change-journal.ts";
import {
  factsOf,
  heldOf,
  isFirst,
  isInProgress,
  isOf,
  isWaiting,
  rereadAddresses,
} from "./change-progress.ts";
import type { ChangeStore, StoredChange } from "./change-store.ts";
import type { LearnedValues } from "./learned-values.ts";
import type { SettingLockStore } from "./setting-locks.ts";

/** Name of the timer of the changes. */
export const CHANGES_TIMER = "changes";
/** Maximum number of changes that wait or are in progress. */
const MAX_OPEN_CHANGES = 20;
/** `revertAfter` of changes that may interrupt the power or the communication, s. */
const DEFAULT_REVERT_S = 300;
/** Time for each item of an atomic change whose items are written one after another, s. */
const REVERT_EACH_S = 60;
/** Maximum number of rounds in which steps of commands cause further ones, within one event. */
const MAX_ROUNDS = 2_000;

type Deps = FactSources & {
  store: ChangeStore;
  locks: SettingLockStore;
  learned: LearnedValues;
  queue: CommandQueue;
  clock: Clock;
  timers: Timers;
  journal: Pick<SiteJournal, "record">;
  logger: Pick<LoggerConnection, "connected" | "send">;
  /** Options of the logger, from its `connect`. */
  loggerOptions: () => { features: readonly string[]; hasRemoteControl: boolean };
  /** Whether the access that the Worker looked up was revoked meanwhile. */
  hasEnded: (access: { person: number; session: string; rightsVersion: number }) => boolean;
  takeSnapshot: () => void;
  newFrameId: () => string;
  newCommandId: () => string;
};

/**
 * The changes of the site's settings. A change is stored before anything of it is sent; its writes are commands of the
 * queue. One change is in progress at a time, in the order of their arrival.
 */
export class SiteChanges {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Checks and stores a change, which begins as soon as a logger is connected and earlier ones are over. */
  submit(given: ChangeRequest, author: ChangeAuthor): SubmitResult {
    const { clock, hasEnded, store } = this.#deps;
    const { id: person, session, rightsVersion } = author;
    if (hasEnded({ person, session, rightsVersion })) return { ok: false, reason: "forbidden" };
    const held = store.find(given.changeId);
    if (held !== null)
      return held.person === person
        ? { ok: true, change: visibleChange(held.tracked) }
        : { ok: false, reason: "forbidden" };
    const facts = this.facts(author);
    const refusals = checkChange(given, facts);
    if (refusals.length > 0) return { ok: false, reason: "refused", refusals };
    if (store.open.filter(isWaiting).length >= MAX_OPEN_CHANGES)
      return { ok: false, reason: "tooMany" };
    const request = this.withRevert(given, facts);
    const itemFacts = given.items.map(({ address, value }) => factsOf(address, value, facts));
    const tracked = startChange({ request, facts: itemFacts, by: author.name }, clock.now());
    const stored = store.insert({ person, session, rightsVersion, read: null, tracked });
    this.#setTimer();
    this.drain();
    const current = store.open.find(({ sequence }) => sequence === stored.sequence);
    const { tracked: newest } = current ?? store.find(given.changeId) ?? stored;
    return { ok: true, change: visibleChange(newest) };
  }

  /** Checks a change without storing it. */
  check(request: ChangeRequest, author: ChangeAuthor): ChangeCheck {
    const facts = this.facts(author);
    const dangers = request.items.flatMap(({ address }) => facts.settingOf(address)?.danger ?? []);
    return { refusals: checkChange(request, facts), dangers: [...new Set(dangers)] };
  }

  /** Collects the facts for the checks of an author's change. */
  facts(
    author: Pick<ChangeAuthor, "session" | "isAdvanced">,
    open = this.#deps.store.open,
  ): ChangeFacts {
    const { locks, loggerOptions } = this.#deps;
    const { isLocked, isUnattended, hasPassword, enteredUntil } = locks.read(author.session);
    const isPasswordMissing = hasPassword && enteredUntil === null && !author.isAdvanced;
    const { hasRemoteControl } = loggerOptions();
    const permission = { isLocked, isUnattended, hasRemoteControl, isPasswordMissing };
    return collectFacts(
      this.#deps,
      permission,
      open.map(({ tracked }) => tracked),
    );
  }

  /** Adds `revertAfter` to a change that may interrupt the power or the communication. */
  withRevert(request: ChangeRequest, facts: ChangeFacts): ChangeRequest {
    const { atomic = false, items } = request;
    if (request.revertAfter !== undefined) return request;
    if (!items.some(({ address }) => mayInterrupt(facts.settingOf(address)))) return request;
    // All items that are written one after another are confirmed together, after the last one.
    const isTorn = atomic && !this.#deps.loggerOptions().features.includes("atomic");
    const planned = isTorn ? REVERT_EACH_S * items.length : 0;
    const revertAfter = Math.min(MAX_REVERT_S, Math.max(DEFAULT_REVERT_S, planned));
    return { ...request, revertAfter };
  }

  read({ page, size, address, changeId }: ChangesQuery): ChangesPage {
    const { store } = this.#deps;
    const faults = store.faultCount;
    if (changeId !== undefined) {
      const found = store.find(changeId);
      const changes = found === null ? [] : [visibleChange(found.tracked)];
      return { total: changes.length, changes, faults };
    }
    const found = store.page({ size, offset: (page - 1) * size, address });
    return {
      total: found.total,
      changes: found.changes.map(({ tracked }) => visibleChange(tracked)),
      faults,
    };
  }

  /** @returns the number of `mixed` results that a user looked at for the first time */
  markSeen(changeIds: readonly string[]): number {
    const { store } = this.#deps;
    const found = store
      .faults()
      .filter(({ tracked }) => changeIds.includes(tracked.record.changeId));
    for (const change of found) {
      const record: ChangeRecord = { ...change.tracked.record, seen: true };
      store.save({ ...change, tracked: { ...change.tracked, record } });
    }
    return found.length;
  }

  /** Advances changes by the steps of their commands, and lets the next one begin. Call it after every event. */
  drain(): void {
    const { queue, timers } = this.#deps;
    // A change that waits has a timer, so that an event of a site without any reads no row.
    if (!queue.hasSteps && !timers.isSet(CHANGES_TIMER)) return;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const steps = queue.takeSteps();
      for (const step of steps) this.#takeStep(step);
      if (steps.length === 0 && !this.#startNext()) break;
    }
    this.#setTimer();
  }

  /** Call it when a logger is welcomed: reads are sent again, and commands that ended meanwhile are taken. */
  onLoggerConnected(): void {
    const { queue, store } = this.#deps;
    for (const change of [...store.open]) {
      for (const { commandId, undoId } of change.tracked.parts)
        for (const id of [commandId, undoId]) {
          const command = id === null ? null : queue.find(id);
          if (command !== null) this.#advanceBy(command);
        }
      this.#repeatRead(change.sequence);
    }
    this.drain();
  }

  /**
   * Handles an answer or a refusal of the logger.
   * @returns whether it belongs to a read of a change
   */
  handleAnswer(message: LoggerMessage): boolean {
    if (message.cmd !== COMMAND.queryAnswer && message.cmd !== COMMAND.refusal) return false;
    const change = this.#deps.store.open.find(({ read }) => read !== null && read === message.id);
    if (change === undefined) return false;
    const isRead = message.cmd === COMMAND.queryAnswer && message.status === SUCCESS_STATUS;
    const values = isRead ? (message.values ?? {}) : null;
    if (values !== null) this.#deps.learned.readNow(values);
    const isRefused = message.cmd === COMMAND.refusal;
    this.#advance({ ...change, read: null }, { ...this.#readEvent(change, values), isRefused });
    return true;
  }

  /** Whether a command writes an old value again, to undo a change. */
  isUndo(commandId: string): boolean {
    return this.#deps.store.open.some(({ tracked: { parts } }) =>
      parts.some(({ undoId }) => undoId === commandId),
    );
  }

  endRevoked(ended: Revocation): void {
    for (const change of [...this.#deps.store.open])
      if (isOf(change, ended)) this.#advance(change, { kind: "rightEnded" });
  }

  /** Ends the waits whose time has passed. */
  advanceOverdue(): void {
    const now = this.#deps.clock.now();
    for (const change of [...this.#deps.store.open]) {
      const { due } = change.tracked;
      if (due === null || now < due) continue;
      if (change.read === null) this.#advance(change, { kind: "timeout" });
      else this.#advance({ ...change, read: null }, this.#readEvent(change, null));
    }
    this.#setTimer();
  }

  #takeStep({ stored, isEnd, isRead }: QueueStep): void {
    const { learned, journal, registers } = this.#deps;
    const { record, sends } = stored.tracked;
    // A repeated answer teaches nothing: the register may have another value by now.
    if (record.state === "ended" && (isEnd || isRead)) learned.commandEnded(record);
    if (isEnd && record.result === "parameter error" && sends > 0)
      registers.uncountWrite(record.address);
    if (isRead && record.held === false)
      journal.record(describeReversion(record, this.#deps.site.equipment));
    this.#advanceBy(stored);
  }

  /** Advances the change of a command by the state of the command. */
  #advanceBy({ tracked }: StoredCommand): void {
    const { store } = this.#deps;
    const { change: changeId, record } = tracked;
    if (changeId === undefined) return;
    const find = () => store.open.find(({ tracked: one }) => one.record.changeId === changeId);
    const before = find();
    if (before === undefined) return;
    const { commandId, readBack, result, state } = record;
    this.#advance(before, { kind: "command", commandId, state, result, readBack });
    const after = find();
    const held = heldOf(record, tracked.heldDue);
    if (after !== undefined && held !== undefined)
      this.#advance(after, { kind: "command", commandId, state, held });
  }

  /** Lets the first waiting change begin. @returns whether one did */
  #startNext(): boolean {
    const { logger, store } = this.#deps;
    if (!logger.connected || store.open.some(isInProgress)) return false;
    const next = store.open.find(({ tracked }) => tracked.phase === "waiting");
    if (next === undefined) return false;
    this.#advance(next, { kind: "turn" });
    return true;
  }

  #repeatRead(sequence: number): void {
    const change = this.#deps.store.open.find((one) => one.sequence === sequence);
    if (change === undefined || !this.#deps.logger.connected) return;
    const { phase, record } = change.tracked;
    if (phase === "inspecting") this.#advance({ ...change, read: null }, { kind: "turn" });
    else if (change.read !== null)
      this.#read(change, phase === "reading" ? record.items.map(({ address }) => address) : []);
  }

  #advance(change: StoredChange, event: ChangeEvent): void {
    const { clock, journal, newCommandId, site, store } = this.#deps;
    const tools = { now: clock.now(), newCommandId };
    const step = advanceChange(change.tracked, event, tools);
    const after = { ...change, tracked: step.change };
    store.save(after);
    const isEnd = change.tracked.record.result !== step.change.record.result;
    if (isEnd && step.change.method !== "direct")
      journal.record(describeChange(after, site.equipment));
    for (const effect of step.effects) this.#perform(after, effect);
  }

  #perform(change: StoredChange, effect: ChangeEffect): void {
    switch (effect.kind) {
      case "read":
        this.#read(change, effect.addresses);
        break;
      case "confirm":
        this.#deps.queue.confirm(effect.commandIds);
        break;
      case "issue":
        this.#issue(change, effect);
    }
  }

  /** Queries registers. Without an answer in time the change goes on with the values reported last. */
  #read(change: StoredChange, addresses: readonly string[]): void {
    const { logger, newFrameId, store } = this.#deps;
    const query = newFrameId();
    const of = addresses.length > 0 ? addresses : rereadAddresses(change.tracked);
    store.save({ ...change, read: query });
    logger.send({
      cmd: COMMAND.query,
      id: query,
      addresses: of.slice(0, MAX_QUERY_ADDRESSES),
    });
  }

  #issue(change: StoredChange, effect: Extract<ChangeEffect, { kind: "issue" }>): void {
    const { queue } = this.#deps;
    const { person, session, rightsVersion, tracked } = change;
    const { changeId, by } = tracked.record;
    const { isTogether, isOneShot, isUndo, items, expires, revertAfter } = effect;
    const refuse = () => {
      for (const { commandId } of items) this.#refused.push({ changeId, commandId });
    };
    // The old values of a change are written whatever happens to the access of its author.
    const issuer = isUndo
      ? { person, name: by, session: "", rightsVersion: Number.MAX_SAFE_INTEGER }
      : { person, name: by, session, rightsVersion };
    if (isFirst(tracked, items.length)) this.#deps.takeSnapshot();
    const order = {
      kind: isTogether ? "batch" : isOneShot ? "once" : "single",
      items,
      change: changeId,
      atomic: isTogether,
      expires: expires ?? undefined,
      revertAfter: revertAfter ?? undefined,
      isUndo,
    } as const;
    const isPermitted = isUndo
      ? this.#deps.loggerOptions().hasRemoteControl
      : this.#isStillPermitted(change, items);
    if (isPermitted)
      queue.enqueue(issuer, order, (result) => {
        if (!result.ok) refuse();
      });
    else refuse();
    for (const { changeId: of, commandId } of this.#refused.splice(0)) {
      const current = this.#deps.store.open.find((one) => one.tracked.record.changeId === of);
      const ended = { kind: "command", commandId, state: "ended", result: "expired" } as const;
      if (current !== undefined) this.#advance(current, ended);
    }
  }

  /** Whether items of a change in progress may still be sent: the site may have been locked meanwhile. */
  #isStillPermitted(change: StoredChange, items: readonly IssuedItem[]): boolean {
    const facts = this.#factsInProgress(change);
    const { record } = change.tracked;
    // The rules are checked against a state that includes what the change has written already.
    const open = record.items.filter(({ result }) => result === undefined);
    return recheckChange({ items }, facts, { items: open }) === null;
  }

  /** Facts for a change whose turn it is; others wait, but for commands of sockets. */
  #factsInProgress({ sequence }: StoredChange): ChangeFacts {
    const isBefore = ({ sequence: other, tracked }: StoredChange) =>
      other !== sequence && tracked.phase !== "waiting";
    const { store } = this.#deps;
    return this.facts({ session: "", isAdvanced: true }, store.open.filter(isBefore));
  }

  readonly #refused: { changeId: string; commandId: string }[] = [];

  #readEvent(
    change: StoredChange,
    read: Readonly<Record<string, RegisterValue>> | null,
  ): ReadEvent {
    const { loggerOptions } = this.#deps;
    const { tracked } = change;
    const { features } = loggerOptions();
    const { items } = tracked.record;
    const values = Object.fromEntries(
      items.map(({ address }) => {
        const fresh = read?.[address];
        return [address, fresh ?? (read === null ? reportedValue(this.#deps, address) : undefined)];
      }),
    );
    const facts = this.#factsInProgress(change);
    return {
      kind: "read",
      values,
      irreversible: Object.entries(values).flatMap(([address, value]) =>
        value === undefined || facts.check(address, value).ok ? [] : address,
      ),
      isFresh: read !== null,
      refusal: recheckChange({ items }, facts) ?? undefined,
      features: { atomic: features.includes("atomic"), revert: features.includes("revert") },
    };
  }

  #setTimer(): void {
    const { store, timers } = this.#deps;
    const dues = store.open.flatMap(({ tracked }) => tracked.due ?? []);
    if (dues.length === 0) timers.cancel(CHANGES_TIMER);
    else timers.set(CHANGES_TIMER, Math.min(...dues));
  }
}
