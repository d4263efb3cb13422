import { z } from "zod";
import { type DeviceResult, resultOfStatus } from "#domain/commands/command-record.ts";
import { registerAddress } from "#domain/registers/address.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { LoggerMessage } from "#protocol/logger/messages.ts";
import type { LiveValue } from "#protocol/viewer/messages.ts";

export const relayedQuery = z.discriminatedUnion("cmd", [
  z.object({ cmd: z.literal(COMMAND.realData) }),
  z.object({ cmd: z.literal(COMMAND.query), addresses: z.array(registerAddress) }),
  z.object({ cmd: z.literal(COMMAND.treeQuery) }),
]);
export type RelayedQuery = z.infer<typeof relayedQuery>;

/** The outcome of a query. */
export type QueryOutcome = {
  result: DeviceResult;
  /** ms UTC */
  at?: number | undefined;
  values?: Record<string, RegisterValue> | undefined;
  equipment?: readonly Equipment[] | undefined;
};

/** Returns the outcome of a query from a logger's message; null if it is no answer to it. */
export function outcomeOf(query: RelayedQuery, message: LoggerMessage): QueryOutcome | null {
  if (message.cmd === COMMAND.refusal) return { result: resultOfStatus(message.status) };
  if (message.cmd !== query.cmd + 1) return null;
  if (message.cmd === COMMAND.treeQueryAnswer)
    return { result: "success", equipment: message.equipment };
  if (message.cmd !== COMMAND.queryAnswer && message.cmd !== COMMAND.realDataAnswer) return null;
  const result = resultOfStatus(message.status);
  return result === "success"
    ? { result, at: message.at, values: message.values ?? {} }
    : { result };
}

/** Answers a query from the newest stored values; `at` is the oldest of their instants. Null if a value is unknown. */
export function outcomeFromStored(
  query: RelayedQuery,
  stored: ReadonlyMap<string, LiveValue>,
): QueryOutcome | null {
  if (query.cmd !== COMMAND.query) return null;
  const values: Record<string, RegisterValue> = {};
  let at: number | undefined;
  for (const address of query.addresses) {
    const held = stored.get(address);
    if (held === undefined) return null;
    values[address] = held.v;
    at = Math.min(at ?? held.at, held.at);
  }
  return { result: "success", at, values };
}
