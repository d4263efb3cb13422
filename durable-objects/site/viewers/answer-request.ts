import { can } from "#domain/access/can.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { ControlRequest, QueryRequest, ViewerRequest } from "#protocol/viewer/requests.ts";
import type { CommandOrder } from "../commands/command-order.ts";
import type { CommandQueue } from "../commands/command-queue.ts";
import type { QueryRelay } from "../commands/query-relay.ts";
import type { QueryOutcome, RelayedQuery } from "../commands/relayed-query.ts";
import type { SiteState } from "../parts.ts";
import { pictureEquipment } from "./site-picture.ts";
import type { ViewerSocket } from "./viewer-sockets.ts";

type Needs = {
  site: SiteState;
  queue: CommandQueue;
  relay: QueryRelay;
  /** @param id of the connection */
  answer: (id: string, tag: string, cmd: number, body: unknown) => void;
};

/** Does what a viewer asks, whose right to ask it has been checked. */
export function answerRequest(
  needs: Needs,
  { state: { id, facts } }: ViewerSocket,
  tag: string,
  request: ViewerRequest,
): void {
  const { site, queue, relay } = needs;
  const answer = (cmd: number, body: unknown) => needs.answer(id, tag, cmd, body);
  if (request.cmd === COMMAND.config) {
    answer(COMMAND.configAnswer, { status: 200, result: "success", sampling: site.sampling });
  } else if (isQuery(request)) {
    const asker = { id, fast: can(facts, "sampleFast") };
    if (!relay.ask(asker, tag, queryOf(request))) answer(COMMAND.refusal, { status: 429 });
  } else {
    const given = queue.give(facts, orderOf(request));
    if (!given.ok) {
      answer(COMMAND.refusal, { status: given.reason === "forbidden" ? 403 : 429 });
      return;
    }
    const result = request.cmd === COMMAND.batchControl ? given.records : given.records[0];
    answer(request.cmd + 1, { status: 200, result });
    queue.proceedWith(given);
  }
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
