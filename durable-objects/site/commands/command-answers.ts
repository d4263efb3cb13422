import type { CommandEvent } from "#domain/commands/advance-command.ts";
import { DEVICE_STATUS, resultOfStatus } from "#domain/commands/command-record.ts";
import { SUCCESS_STATUS } from "#domain/problem.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { LoggerMessage } from "#protocol/logger/messages.ts";
import type { CommandStore, StoredCommand } from "./command-store.ts";

type SynchronizeAnswer = Extract<LoggerMessage, { cmd: typeof COMMAND.synchronizeAnswer }>;

export type CommandAnswer = { command: StoredCommand; event: CommandEvent };

/** Returns the events of commands in a logger's message; null if it belongs to no command. */
export function readAnswers(store: CommandStore, message: LoggerMessage): CommandAnswer[] | null {
  switch (message.cmd) {
    case COMMAND.controlAnswer:
    case COMMAND.controlOnceAnswer:
      return nullIfNone(answersOf(store, [message]));
    case COMMAND.batchControlAnswer:
      return nullIfNone(answersOf(store, message.items));
    case COMMAND.synchronizeAnswer:
      return synchronizedOf(store, message);
    case COMMAND.queryAnswer: {
      const values = message.status === SUCCESS_STATUS ? message.values : undefined;
      const read = store.ofQuery(message.id).map((command) => ({
        command: { ...command, query: null },
        event: { kind: "readBack", value: values?.[command.tracked.record.address] } as const,
      }));
      return nullIfNone(read);
    }
    case COMMAND.refusal:
      return typeof message.id === "string" ? refusalsOf(store, message.id, message.status) : null;
    default:
      return null;
  }
}

type Answered = Omit<Extract<CommandEvent, { kind: "answered" }>, "kind"> & { id: string };

function answersOf(store: CommandStore, items: readonly Answered[]): CommandAnswer[] {
  const byId = Map.groupBy(items, ({ id }) => id);
  return [...byId].flatMap(([id, [first]]) => {
    const command = store.find(id);
    if (first === undefined || command === null) return [];
    const { status, result, value } = first;
    return [{ command, event: { kind: "answered", status, result, value } as const }];
  });
}

/** A synchronisation that succeeded stands for the read-back of its register, which has no value. */
function synchronizedOf(
  store: CommandStore,
  { id, status, result }: SynchronizeAnswer,
): CommandAnswer[] | null {
  const command = store.find(id);
  if (command?.tracked.synchronized === undefined) return null;
  const answered = { kind: "answered", status } as const;
  if (result === "success")
    return [{ command, event: { ...answered, result, value: command.tracked.record.value } }];
  const failed = resultOfStatus(status === SUCCESS_STATUS ? DEVICE_STATUS.failed : status);
  return [{ command, event: { ...answered, result: failed } }];
}

function refusalsOf(store: CommandStore, id: string, status: number): CommandAnswer[] | null {
  const refused = { kind: "refused", status } as const;
  const alone = store.find(id);
  if (alone !== null) return [{ command: alone, event: refused }];
  const batch = store.ofBatch(id).map((command) => ({ command, event: refused }));
  if (batch.length > 0) return batch;
  const unread = store.ofQuery(id).map((command) => ({
    command: { ...command, query: null },
    event: { kind: "readBack" } as const,
  }));
  return nullIfNone(unread);
}

function nullIfNone<Item>(items: Item[]): Item[] | null {
  return items.length === 0 ? null : items;
}
