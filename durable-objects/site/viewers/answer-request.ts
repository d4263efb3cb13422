import { can } from "#domain/access/can.ts";
import { PROBLEM_STATUS, SUCCESS_STATUS } from "#domain/problem.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { ControlRequest, QueryRequest, ViewerRequest } from "#protocol/viewer/requests.ts";
import { permissionToSet } from "#protocol/viewer/requests.ts";
import type { CommandOrder } from "../commands/command-order.ts";
import type { CommandQueue } from "../commands/command-queue.ts";
import type { QueryRelay } from "../commands/query-relay.ts";
import type { RelayedQuery } from "../commands/relayed-query.ts";
import type { SwitchGate, SwitchVerdict } from "../commands/switch-gate.ts";
import type { DirectCommands } from "../settings/direct-commands.ts";
import type { SiteState } from "../site-state.ts";
import type { ViewerSocket, ViewerSockets } from "./viewer-sockets.ts";

type Deps = {
  site: SiteState;
  queue: CommandQueue;
  direct: DirectCommands;
  relay: QueryRelay;
  gate: SwitchGate;
  sockets: ViewerSockets;
};

/** Handles a viewer's request whose permission has been checked. */
export function answerRequest(
  deps: Deps,
  viewer: ViewerSocket,
  tag: string,
  request: ViewerRequest,
): void {
  const { id, facts } = viewer.state;
  const { gate, queue, relay, site, sockets } = deps;
  const answer = (cmd: number, body: unknown) => sockets.answer(id, tag, cmd, body);
  if (request.cmd === COMMAND.config) {
    answer(COMMAND.configAnswer, {
      status: SUCCESS_STATUS,
      result: "success",
      sampling: site.sampling,
    });
  } else if (isQuery(request)) {
    const asker = { id, fast: can(facts, "sampleFast") };
    if (!relay.relayQuery(asker, tag, toQuery(request)))
      answer(COMMAND.refusal, { status: PROBLEM_STATUS.tooFast });
  } else {
    const order = toOrder(request);
    const enqueue = () => issueOrder(deps, viewer, tag, request.cmd, order);
    const proceed = (verdict: SwitchVerdict) => {
      // The viewer's access may have ended meanwhile, and the socket with it.
      if (sockets.findById(id) === undefined) return;
      if (verdict === "allowed") enqueue();
      else answer(COMMAND.refusal, SWITCH_REFUSALS[verdict]);
    };
    if (queue.knows(order)) enqueue();
    else if (isSwitching(order)) gate.pass(facts, proceed);
    else gate.passChange(facts, proceed);
  }
}

const SWITCH_REFUSALS = {
  confirm: { status: PROBLEM_STATUS.forbidden, reason: "confirmationRequired" },
  unavailable: { status: PROBLEM_STATUS.unavailable },
} as const;

/** Whether any item switches inverters off or on. */
function isSwitching({ items }: CommandOrder): boolean {
  return items.some(({ address }) => permissionToSet(address) === "control");
}

function issueOrder(
  { direct, sockets }: Deps,
  { state: { id, facts } }: ViewerSocket,
  tag: string,
  cmd: ControlRequest["cmd"],
  order: CommandOrder,
): void {
  direct.issue(facts, order, (enqueued) => {
    if (!enqueued.ok) {
      sockets.answer(id, tag, COMMAND.refusal, describeRefusal(enqueued));
      return;
    }
    const result = cmd === COMMAND.batchControl ? enqueued.records : enqueued.records[0];
    sockets.answer(id, tag, cmd + 1, { status: SUCCESS_STATUS, result });
  });
}

type Refused = Exclude<Parameters<Parameters<DirectCommands["issue"]>[2]>[0], { ok: true }>;

function describeRefusal(refused: Refused) {
  if (refused.reason !== "refused")
    return { status: PROBLEM_STATUS[refused.reason === "forbidden" ? "forbidden" : "tooFast"] };
  const { code, address, limit } = refused.refusal;
  const isWear = code === "writeLimit" || code === "deviceWriteLimit";
  const isUnmodified = code === "notModified";
  const status = isWear ? "tooFast" : isUnmodified ? "conflict" : "forbidden";
  return { status: PROBLEM_STATUS[status], reason: code, address, limit };
}

function isQuery(request: QueryRequest | ControlRequest): request is QueryRequest {
  return [COMMAND.realData, COMMAND.query, COMMAND.treeQuery].some((cmd) => cmd === request.cmd);
}

function toQuery(request: QueryRequest): RelayedQuery {
  return request.cmd === COMMAND.query ? { cmd: request.cmd, ...request.body } : request;
}

function toOrder(request: ControlRequest): CommandOrder {
  if (request.cmd === COMMAND.batchControl) return { kind: "batch", ...request.body };
  return { kind: request.cmd === COMMAND.control ? "single" : "once", items: [request.body] };
}
