import { toBase64Url } from "#protocol/base64url.ts";
import type { EndedRight } from "#protocol/site-rpc.ts";
import { CommandBudget } from "../commands/command-budget.ts";
import { COMMANDS_TIMER, CommandQueue } from "../commands/command-queue.ts";
import { CommandStore } from "../commands/command-store.ts";
import { QUERIES_TIMER, QueryRelay } from "../commands/query-relay.ts";
import type { SwitchGate } from "../commands/switch-gate.ts";
import { Facts } from "../facts.ts";
import type { Clock, CommandLine, LoggerLine, SiteState, Timers } from "../parts.ts";
import { answerRequest, describeOutcome } from "./answer-request.ts";
import { PUSHES_TIMER } from "./change-pushes.ts";
import { LoggerClock } from "./logger-clock.ts";
import { RightsLedger } from "./rights-ledger.ts";
import { VIEWERS_TIMER, ViewerHub } from "./viewer-hub.ts";
import { ViewerSockets } from "./viewer-sockets.ts";

type Needs = {
  sockets: ConstructorParameters<typeof ViewerSockets>[0];
  storage: Pick<DurableObjectStorage, "sql" | "transactionSync">;
  clock: Clock;
  timers: Timers;
  site: SiteState;
  logger: LoggerLine;
  gate: SwitchGate;
  /** Somebody came or went: the sampling due may be another. */
  demandChanged: () => void;
  /** Decides anew whether the site is online. */
  lookAgain: () => void;
};

const FRAME_ID_BYTES = 12;

/** The viewers and what they ask of the logger, put together. */
export function wireViewers(needs: Needs) {
  const { storage, clock, timers, site, logger, gate, demandChanged, lookAgain } = needs;
  const newId = () => toBase64Url(clock.randomBytes(FRAME_ID_BYTES));
  const sockets = new ViewerSockets(needs.sockets, clock);
  const store = new CommandStore(storage.sql);
  const facts = new Facts(storage.sql);
  const queue = new CommandQueue({
    store,
    budget: new CommandBudget(facts, clock),
    atomically: (run) => storage.transactionSync(run),
    clock,
    timers,
    site,
    logger,
    newId,
    tell: (record) => hub.commandChanged(record),
  });
  const isThere = (id: string) => sockets.findById(id) !== undefined;
  const relay = new QueryRelay({
    sql: storage.sql,
    clock,
    timers,
    site,
    logger,
    newId,
    isThere,
    answer: (id, tag, cmd, outcome) => {
      const viewer = sockets.findById(id);
      if (viewer) hub.answer(id, tag, cmd + 1, describeOutcome(site, viewer, cmd, outcome));
    },
  });
  const hub: ViewerHub = new ViewerHub({
    sockets,
    ledger: new RightsLedger(storage.sql),
    clock,
    timers,
    site,
    loggerClock: new LoggerClock(facts),
    recentCommands: () => queue.recent(),
    request: (viewer, tag, request) => {
      const answer = hub.answer.bind(hub);
      answerRequest({ site, queue, relay, gate, isThere, answer }, viewer, tag, request);
    },
    gone: (id) => relay.viewerGone(id),
    demandChanged,
    lookAgain,
  });

  const commands: CommandLine = {
    loggerConnected: () => {
      queue.loggerConnected();
      relay.loggerConnected();
    },
    answered: (message) => queue.answered(message) || relay.answered(message),
  };
  return {
    hub,
    /** For the logger's side. */
    commands,
    /** Closes the sockets of a right that ended and ends its queued commands, unsent. */
    endViewers: (ended: EndedRight) => {
      hub.endViewers(ended);
      queue.rightEnded(ended);
    },
    forgetPerson: (person: number) => store.forgetGiver(person),
    /** What to run when the timer of a name rings. */
    timers: new Map<string, (name: string) => void>([
      [VIEWERS_TIMER, () => hub.wake()],
      [PUSHES_TIMER, (name) => hub.tellChanges(name)],
      [COMMANDS_TIMER, () => queue.wake()],
      [QUERIES_TIMER, () => relay.wake()],
    ]),
  };
}
