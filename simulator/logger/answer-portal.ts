import { SUCCESS_STATUS } from "#domain/problem.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { PortalMessage } from "#protocol/logger/messages.ts";
import type { ConfiguredPlant } from "../plant/configured-plant.ts";
import type { Plant } from "../plant/plant.ts";
import type { ControlDesk } from "./control-desk.ts";
import { synchronize } from "./synchronize.ts";
import type { UndoJournal } from "./undo-journal.ts";

/** An answer, and the number of registers that were written, which takes its time. */
type Answer = { body: Record<string, unknown>; registers: number };

/** The parts of a logger that carry out the requests of the portal. */
type Workers = { plant: Plant; device: ConfiguredPlant; desk: ControlDesk; journal: UndoJournal };

/**
 * Executes a request of the portal on a plant.
 * @param times ms UTC by the server's clock and by the logger's own, and ms by the wall clock
 */
export function answerPortal(
  message: PortalMessage,
  { plant, device, desk, journal }: Workers,
  times: { server: number; at: number; wall: number },
): Answer | null {
  switch (message.cmd) {
    case COMMAND.control:
    case COMMAND.controlOnce: {
      const outcome = desk.handle(message, times);
      return { registers: 1, body: { cmd: message.cmd + 1, id: message.id, ...outcome } };
    }
    case COMMAND.batchControl: {
      const outcomes = desk.handleBatch(message, times);
      const items = message.items.map(({ id }, place) => ({ id, ...outcomes[place] }));
      const body = { cmd: COMMAND.batchControlAnswer, id: message.id, items };
      return { registers: items.length, body };
    }
    case COMMAND.confirm: {
      const status = journal.confirm(message.of);
      return { registers: 0, body: { cmd: COMMAND.confirmAnswer, id: message.id, status } };
    }
    case COMMAND.synchronize: {
      const status = synchronize(message, plant, device, times.server);
      const result = status === SUCCESS_STATUS ? "success" : "failure";
      const body = { cmd: COMMAND.synchronizeAnswer, id: message.id, status, result };
      return { registers: message.to.length, body };
    }
    case COMMAND.query: {
      const values = Object.fromEntries(
        message.addresses.map((address) => [address, plant.read(address)]),
      );
      return toAnswer(COMMAND.queryAnswer, message.id, times.at, values);
    }
    case COMMAND.realData:
      return toAnswer(COMMAND.realDataAnswer, message.id, times.at, readAll(plant));
    case COMMAND.treeQuery: {
      const { equipment } = plant;
      return {
        registers: 0,
        body: { cmd: COMMAND.treeQueryAnswer, id: message.id, equipment },
      };
    }
    default:
      return null;
  }
}

function readAll(plant: Plant): Record<string, RegisterValue> {
  const values = plant.latest()?.values ?? [];
  const sampled = plant.columns.map((address, place) => [address, values[place] ?? null] as const);
  return { ...Object.fromEntries(sampled), ...plant.held() };
}

function toAnswer(
  cmd: number,
  id: string,
  at: number,
  values: Record<string, RegisterValue>,
): Answer {
  return { registers: 0, body: { cmd, id, status: SUCCESS_STATUS, at, values } };
}
