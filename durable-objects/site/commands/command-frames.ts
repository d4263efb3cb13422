import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { PortalMessage } from "#protocol/logger/messages.ts";
import type { StoredCommand } from "./command-store.ts";

/** Commands that go to the logger in one frame: one alone, or those of one batch, in order. */
export type CommandGroup = StoredCommand[];

/** Puts commands of one batch together; the order is that of each group's first. */
export function groupCommands(commands: readonly StoredCommand[]): CommandGroup[] {
  const keyOf = ({ batch, tracked }: StoredCommand) => batch ?? tracked.record.commandId;
  return [...Map.groupBy(commands, keyOf).values()];
}

/** At most so many frames of commands are under way: the answers to more would come faster than a logger may send. */
export const MAX_IN_FLIGHT = 20;

/**
 * The queued ones whose turn it is: at each address one command is under way at a time, and none overtakes an earlier
 * one. A batch waits for all of its addresses, and all wait for a place among those under way.
 * @param open all that have not ended, in the order in which they were given
 */
export function readyGroups(open: readonly StoredCommand[]): CommandGroup[] {
  const isQueued = ({ tracked }: StoredCommand) => tracked.record.state === "queued";
  const addressOf = ({ tracked }: StoredCommand) => tracked.record.address;
  const underWay = open.filter((command) => !isQueued(command));
  const taken = new Set(underWay.map(addressOf));
  const ready = groupCommands(open.filter(isQueued)).filter((group) => {
    const addresses = group.map(addressOf);
    const free = !addresses.some((address) => taken.has(address));
    for (const address of addresses) taken.add(address);
    return free;
  });
  return ready.slice(0, Math.max(0, MAX_IN_FLIGHT - groupCommands(underWay).length));
}

/** The frame that asks the logger to do it: 320, 324, or 322. */
export function frameOf(group: CommandGroup): PortalMessage | null {
  const [first] = group;
  if (first === undefined) return null;
  const { commandId: id, address, value, expires } = first.tracked.record;
  if (first.batch === null) {
    const cmd = first.tracked.once ? COMMAND.controlOnce : COMMAND.control;
    return { cmd, id, address, value, expires };
  }
  const items = group.map(({ tracked: { record } }) => ({
    id: record.commandId,
    address: record.address,
    value: record.value,
  }));
  return { cmd: COMMAND.batchControl, id: first.batch, expires, items };
}
