import { advanceCommand, type CommandEvent } from "#domain/commands/advance-command.ts";
import type { CommandRecord } from "#domain/commands/command-record.ts";
import { startCommand } from "#domain/commands/tracked-command.ts";
import { checkSetting } from "#domain/registers/check-setting.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { MAX_QUERY_ADDRESSES } from "#protocol/logger/limits.ts";
import type { LoggerMessage } from "#protocol/logger/messages.ts";
import type { EndedRight } from "#protocol/site-rpc.ts";
import type { Clock, CommandLine, LoggerLine, SiteState, Timers } from "../parts.ts";
import { readAnswers } from "./command-answers.ts";
import type { CommandBudget } from "./command-budget.ts";
import { type CommandGroup, frameOf, groupCommands, readyGroups } from "./command-frames.ts";
import type { CommandGiver, CommandOrder, GivenCommands } from "./command-order.ts";
import type { CommandStore, StoredCommand } from "./command-store.ts";

/** Name of the queue's timer. */
export const COMMANDS_TIMER = "commands";
const MAX_OPEN_COMMANDS = 1_000;
const RECENT_MS = 3_600_000;

type Needs = {
  store: CommandStore;
  budget: CommandBudget;
  /** Runs all or nothing. */
  atomically: (run: () => void) => void;
  clock: Clock;
  timers: Timers;
  site: Pick<SiteState, "equipment">;
  logger: LoggerLine;
  newId: () => string;
  /** Tells the viewers of a step. */
  tell: (record: CommandRecord) => void;
};

type Step = { stored: StoredCommand; told: CommandRecord[]; effect?: "send" | "ask" };

/** The site's one queue of commands: whatever happens to a command is stored before it is sent or told. */
export class CommandQueue implements CommandLine {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Takes commands in, stored and not sent yet. A command id that its giver used before changes nothing. */
  give(giver: CommandGiver, order: CommandOrder): GivenCommands {
    const { budget, store } = this.#needs;
    const held = order.items.map(({ commandId }) => store.find(commandId));
    if (held.some((command) => command !== null && command.person !== giver.person))
      return { ok: false, reason: "forbidden" };
    const fresh = order.items.filter((_, index) => held[index] === null);
    const isTooMany = () =>
      store.countOpen() + fresh.length > MAX_OPEN_COMMANDS ||
      !budget.spend(giver.person, fresh.length);
    if (fresh.length > 0 && isTooMany()) return { ok: false, reason: "tooMany" };
    const started = this.#start(giver, order, fresh).map(({ tracked }) => tracked.record);
    const known = held.flatMap((command) => command?.tracked.record ?? []);
    const records = new Map([...known, ...started].map((record) => [record.commandId, record]));
    return {
      ok: true,
      records: order.items.flatMap(({ commandId }) => records.get(commandId) ?? []),
      started,
    };
  }

  /** Whether all of it was given before. */
  knows({ items }: CommandOrder): boolean {
    return items.every(({ commandId }) => this.#needs.store.find(commandId) !== null);
  }

  /** Tells the viewers of what was taken in and sends what may go. To be called once its giver has his answer. */
  proceedWith({ started }: Extract<GivenCommands, { ok: true }>): void {
    for (const record of started) this.#needs.tell(record);
    this.#proceed();
  }

  /** Open, or ended within the last hour. */
  recent(): CommandRecord[] {
    return this.#needs.store.recent(this.#needs.clock.now() - RECENT_MS);
  }

  /** What was never answered goes again, what is still to be read back is asked, what waits may go. */
  loggerConnected(): void {
    const { store } = this.#needs;
    const sent = store.open().filter(({ tracked }) => tracked.record.state === "sent");
    // No more than may be under way: they were sent within the same bound.
    for (const group of groupCommands(sent)) this.#sendGroup(group, { kind: "reconnected" });
    this.#ask(store.unread());
    this.#proceed();
  }

  /** True when the message belonged to a command. */
  answered(message: LoggerMessage): boolean {
    const answers = readAnswers(this.#needs.store, message);
    if (answers === null) return false;
    this.#conclude(answers.map(({ command, event }) => this.#advance(command, event)));
    this.#proceed();
    return true;
  }

  rightEnded(ended: EndedRight): void {
    const theirs = this.#needs.store.open().filter((command) => isOf(command, ended));
    this.#conclude(theirs.map((command) => this.#advance(command, { kind: "rightEnded" })));
    this.#proceed();
  }

  /** The timer rang. */
  wake(): void {
    const { clock, store } = this.#needs;
    const overdue = store.overdue(clock.now());
    this.#conclude(overdue.map((command) => this.#advance(command, { kind: "time" })));
    store.sweep(clock.now());
    this.#proceed();
  }

  #start(giver: CommandGiver, order: CommandOrder, fresh: CommandOrder["items"]): StoredCommand[] {
    const { atomically, clock, newId, site, store } = this.#needs;
    const { person, session, rightsVersion, name: by } = giver;
    const batch = order.kind === "batch" ? newId() : null;
    const asked = [order, ...fresh].flatMap(({ expires }) => expires ?? []);
    const expires = asked.length === 0 ? undefined : Math.min(...asked);
    const started = fresh.map(({ commandId, address, value }) => {
      const given = { commandId, by, address, value, once: order.kind === "once", expires };
      const check = checkSetting(site.equipment, address, value);
      const tracked = startCommand(given, check, clock.now());
      return { person, session, rightsVersion, batch, query: null, tracked };
    });
    atomically(() => {
      for (const command of started) store.insert(command);
    });
    return started;
  }

  /** Sends what may go now, and sees to it that time moves the rest. */
  #proceed(): void {
    const { logger, store, timers } = this.#needs;
    if (logger.connected)
      for (const group of readyGroups(store.open())) this.#sendGroup(group, { kind: "turn" });
    const due = store.nextDue();
    if (due === null) timers.cancel(COMMANDS_TIMER);
    else timers.set(COMMANDS_TIMER, due);
  }

  /** One frame for all of the group that may go; stored as sent before it goes. */
  #sendGroup(group: CommandGroup, event: CommandEvent): void {
    const steps = group.map((command) => this.#advance(command, event));
    const going = steps.filter(({ effect }) => effect === "send");
    this.#save(steps);
    const frame = frameOf(going.map(({ stored }) => stored));
    const failed = frame !== null && !this.#needs.logger.send(frame);
    this.#tell(failed ? steps.filter(({ effect }) => effect !== "send") : steps);
    if (failed) this.#save(going.map(({ stored }) => this.#advance(stored, { kind: "unsent" })));
  }

  #advance(command: StoredCommand, event: CommandEvent): Step {
    const { command: tracked, ...step } = advanceCommand(
      command.tracked,
      event,
      this.#needs.clock.now(),
    );
    // Asked for once while it is open, and once after it ended unread.
    const endedUnread = tracked.wantsReadBack && !command.tracked.wantsReadBack;
    const query = endedUnread ? null : command.query;
    return { ...step, stored: { ...command, query, tracked } };
  }

  /** Stores and tells what came of it, and asks for the registers that nobody told. */
  #conclude(steps: readonly Step[]): void {
    this.#save(steps);
    this.#tell(steps);
    this.#ask(
      steps
        .filter(({ effect, stored }) => effect === "ask" || isUnasked(stored))
        .map(({ stored }) => stored),
    );
  }

  /** Asks for the registers of commands, where a logger is there; else they wait for it. */
  #ask(commands: readonly StoredCommand[]): void {
    const { logger, newId, store } = this.#needs;
    if (!logger.connected) return;
    for (let from = 0; from < commands.length; from += MAX_QUERY_ADDRESSES) {
      const asked = commands.slice(from, from + MAX_QUERY_ADDRESSES);
      const query = newId();
      for (const command of asked) store.save({ ...command, query });
      const addresses = [...new Set(asked.map(({ tracked }) => tracked.record.address))];
      if (logger.send({ cmd: COMMAND.query, id: query, addresses })) continue;
      for (const command of asked) store.save({ ...command, query: null });
    }
  }

  #save(steps: readonly Step[]): void {
    const { atomically, store } = this.#needs;
    if (steps.length === 0) return;
    atomically(() => {
      for (const { stored } of steps) store.save(stored);
    });
  }

  #tell(steps: readonly Step[]): void {
    for (const { told } of steps) for (const record of told) this.#needs.tell(record);
  }
}

/** Ended, and nobody has been asked since what the register holds. */
function isUnasked({ query, tracked }: StoredCommand): boolean {
  return tracked.wantsReadBack && query === null;
}

function isOf(command: StoredCommand, ended: EndedRight): boolean {
  return "session" in ended
    ? command.session === ended.session
    : command.person === ended.person && command.rightsVersion < ended.rightsVersion;
}
