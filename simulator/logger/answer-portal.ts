import { SUCCESS_STATUS } from "#domain/problem.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { PortalMessage } from "#protocol/logger/messages.ts";
import type { Plant } from "../plant/plant.ts";
import type { ControlDesk } from "./control-desk.ts";

/** An answer, and whether it answers controls, which take their time. */
type Answer = { body: Record<string, unknown>; isControl: boolean };

/** Executes a request of the portal on a plant. @param times ms UTC by the server's clock and by the logger's own */
export function answerPortal(
  message: PortalMessage,
  plant: Plant,
  desk: ControlDesk,
  times: { server: number; at: number },
): Answer | null {
  switch (message.cmd) {
    case COMMAND.control:
    case COMMAND.controlOnce: {
      const outcome = desk.handle(message, times.server);
      return { isControl: true, body: { cmd: message.cmd + 1, id: message.id, ...outcome } };
    }
    case COMMAND.batchControl: {
      const { expires } = message;
      const items = message.items.map((item) => ({
        id: item.id,
        ...desk.handle({ ...item, expires }, times.server),
      }));
      return { isControl: true, body: { cmd: COMMAND.batchControlAnswer, id: message.id, items } };
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
        isControl: false,
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
  return { isControl: false, body: { cmd, id, status: SUCCESS_STATUS, at, values } };
}
