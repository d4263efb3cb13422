import { toBase64Url } from "#protocol/base64url.ts";
import type { Revocation } from "#protocol/site-rpc.ts";
import { CommandBudget } from "../commands/command-budget.ts";
import { COMMANDS_TIMER, CommandQueue } from "../commands/command-queue.ts";
import { CommandStore } from "../commands/command-store.ts";
import { QUERIES_TIMER, QueryRelay } from "../commands/query-relay.ts";
import type { SwitchGate } from "../commands/switch-gate.ts";
import type { Clock, CommandResponses, LoggerChannel, SiteState, Timers } from "../interfaces.ts";
import { KeyValueStore } from "../key-value-store.ts";
import { answerRequest, describeOutcome } from "./answer-request.ts";
import { PUSHES_TIMER } from "./change-pushes.ts";
import { LoggerClock } from "./logger-clock.ts";
import { RevocationLog } from "./revocation-log.ts";
import { VIEWERS_TIMER, ViewerHub } from "./viewer-hub.ts";
import { ViewerSockets } from "./viewer-sockets.ts";

type Deps = {
  sockets: ConstructorParameters<typeof ViewerSockets>[0];
  storage: Pick<DurableObjectStorage, "sql" | "transactionSync">;
  clock: Clock;
  timers: Timers;
  site: SiteState;
  logger: LoggerChannel;
  gate: SwitchGate;
  /** Called when a viewer logged in or left: the requested sampling may change. */
  viewersChanged: () => void;
  /** Decides again whether the site is online. */
  recheckLiveness: () => void;
};

const FRAME_ID_BYTES = 12;

/** Creates the viewers' side: their sockets, and the commands and queries that they issue. */
export function createViewers(deps: Deps) {
  const { storage, clock, timers, site, logger, gate, viewersChanged, recheckLiveness } = deps;
  const newId = () => toBase64Url(clock.randomBytes(FRAME_ID_BYTES));
  const sockets = new ViewerSockets(deps.sockets, clock);
  const store = new CommandStore(storage.sql);
  const kv = new KeyValueStore(storage.sql);
  const queue = new CommandQueue({
    store,
    budget: new CommandBudget(kv, clock),
    atomically: (run) => storage.transactionSync(run),
    clock,
    timers,
    site,
    logger,
    newId,
    publish: (record) => hub.commandChanged(record),
  });
  const isConnected = (id: string) => sockets.findById(id) !== undefined;
  const relay = new QueryRelay({
    sql: storage.sql,
    clock,
    timers,
    site,
    logger,
    newId,
    isConnected,
    answer: (id, tag, cmd, outcome) => {
      const viewer = sockets.findById(id);
      if (viewer) hub.answer(id, tag, cmd + 1, describeOutcome(site, viewer, cmd, outcome));
    },
  });
  const hub: ViewerHub = new ViewerHub({
    sockets,
    revocations: new RevocationLog(storage.sql),
    clock,
    timers,
    site,
    loggerClock: new LoggerClock(kv),
    recentCommands: () => queue.recent(),
    request: (viewer, tag, request) => {
      const answer = hub.answer.bind(hub);
      answerRequest({ site, queue, relay, gate, isConnected, answer }, viewer, tag, request);
    },
    gone: (id) => relay.viewerGone(id),
    viewersChanged,
    recheckLiveness,
  });

  const commands: CommandResponses = {
    loggerConnected: () => {
      queue.loggerConnected();
      relay.loggerConnected();
    },
    answered: (message) => queue.answered(message) || relay.answered(message),
  };
  return {
    hub,
    /** The part that the logger side uses. */
    commands,
    /** Closes the sockets of a revocation and ends its queued commands unsent. */
    endViewers: (ended: Revocation) => {
      hub.endViewers(ended);
      queue.rightEnded(ended);
    },
    anonymizeUser: (person: number) => store.anonymizeIssuer(person),
    /** Handlers of timers by name. */
    timers: new Map<string, (name: string) => void>([
      [VIEWERS_TIMER, () => hub.wake()],
      [PUSHES_TIMER, (name) => hub.pushPending(name)],
      [COMMANDS_TIMER, () => queue.wake()],
      [QUERIES_TIMER, () => relay.wake()],
    ]),
  };
}
