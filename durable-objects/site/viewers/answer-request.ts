import { can } from "#domain/access/can.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { ControlRequest, QueryRequest, ViewerRequest } from "#protocol/viewer/requests.ts";
import { permissionToSet } from "#protocol/viewer/requests.ts";
import type { CommandOrder } from "../commands/command-order.ts";
import type { CommandQueue } from "../commands/command-queue.ts";
import type { QueryRelay } from "../commands/query-relay.ts";
import type { QueryOutcome, RelayedQuery } from "../commands/relayed-query.ts";
import type { SwitchGate } from "../commands/switch-gate.ts";
import type { SiteState } from "../parts.ts";
import { pictureEquipment } from "./site-picture.ts";
import type { ViewerSocket } from "./viewer-sockets.ts";

type Needs = {
  site: SiteState;
  queue: CommandQueue;
  relay: QueryRelay;
  gate: SwitchGate;
  /** Whether a connection is open still. */
  isThere: (id: string) => boolean;
  /** @param id of the connection */
  answer: (id: string, tag: string, cmd: number, body: unknown) => void;
};

/** Does what a viewer asks, whose right to ask it has been checked. */
export function answerRequest(
  needs: Needs,
  viewer: ViewerSocket,
  tag: string,
  request: ViewerRequest,
): void {
  const { id, facts } = viewer.state;
  const { site, queue, relay } = needs;
  const answer = (cmd: number, body: unknown) => needs.answer(id, tag, cmd, body);
  if (request.cmd === COMMAND.config) {
    answer(COMMAND.configAnswer, { status: 200, result: "success", sampling: site.sampling });
  } else if (isQuery(request)) {
    const asker = { id, fast: can(facts, "sampleFast") };
    if (!relay.ask(asker, tag, queryOf(request))) answer(COMMAND.refusal, { status: 429 });
  } else {
    const order = orderOf(request);
    const give = () => giveOrder(needs, viewer, tag, request.cmd, order);
    if (!isSwitching(order) || queue.knows(order)) give();
    else
      needs.gate.pass(facts, (verdict) => {
        // Its right may have ended meanwhile, and its socket with it.
        if (!needs.isThere(id)) return;
        if (verdict === "allowed") give();
        else answer(COMMAND.refusal, SWITCH_REFUSALS[verdict]);
      });
  }
}

const SWITCH_REFUSALS = {
  confirm: { status: 403, reason: "confirmationRequired" },
  unavailable: { status: 503 },
} as const;

/** Whether any of it switches the inverters off or on. */
function isSwitching({ items }: CommandOrder): boolean {
  return items.some(({ address }) => permissionToSet(address) === "control");
}

function giveOrder(
  { answer, queue }: Needs,
  { state: { id, facts } }: ViewerSocket,
  tag: string,
  cmd: ControlRequest["cmd"],
  order: CommandOrder,
): void {
  const given = queue.give(facts, order);
  if (!given.ok) {
    answer(id, tag, COMMAND.refusal, { status: given.reason === "forbidden" ? 403 : 429 });
    return;
  }
  const result = cmd === COMMAND.batchControl ? given.records : given.records[0];
  answer(id, tag, cmd + 1, { status: 200, result });
  queue.proceedWith(given);
}

/** The answer to a query, as its asker sees it. */
export function describeOutcome(
  site: SiteState,
  viewer: ViewerSocket,
  cmd: RelayedQuery["cmd"],
  { equipment, ...outcome }: QueryOutcome,
): Record<string, unknown> {
  if (cmd !== COMMAND.treeQuery || equipment === undefined) return { status: 200, ...outcome };
  return {
    status: 200,
    ...outcome,
    equipment: pictureEquipment(site, viewer.sight, equipment),
  };
}

function isQuery(request: QueryRequest | ControlRequest): request is QueryRequest {
  return [COMMAND.realData, COMMAND.query, COMMAND.treeQuery].some((cmd) => cmd === request.cmd);
}

function queryOf(request: QueryRequest): RelayedQuery {
  return request.cmd === COMMAND.query ? { cmd: request.cmd, ...request.body } : request;
}

function orderOf(request: ControlRequest): CommandOrder {
  if (request.cmd === COMMAND.batchControl) return { kind: "batch", ...request.body };
  return { kind: request.cmd === COMMAND.control ? "single" : "once", items: [request.body] };
}
