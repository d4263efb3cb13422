import { equipmentOf } from "#domain/registers/address-parts.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { PortalMessage } from "#protocol/logger/messages.ts";
import type { StoredCommand } from "./command-store.ts";

/** Commands that are sent to the logger in one frame: a single one, or those of one batch in order. */
export type CommandGroup = StoredCommand[];

/** Groups the commands of each batch, in the order of the first of each group. */
export function groupCommands(commands: readonly StoredCommand[]): CommandGroup[] {
  const keyOf = ({ batch, tracked }: StoredCommand) => batch ?? tracked.record.commandId;
  return [...Map.groupBy(commands, keyOf).values()];
}

/** Maximum number of command frames in flight: the answers to more would exceed the logger's frame rate. */
export const MAX_IN_FLIGHT = 20;

/**
 * Returns the queued groups that may be sent: at each address one command is in flight at a time, in order. A batch
 * waits for all of its addresses, and all wait for a free place in flight.
 * @param open all commands that have not ended, in order of arrival
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

/** Returns the frame for a group: 320, 324, 322, or 368 for a synchronisation of parameters. */
export function frameOf(group: CommandGroup): PortalMessage | null {
  const [first] = group;
  if (first === undefined) return null;
  const { atomic, once, record, revertAfter, synchronized: to } = first.tracked;
  const { commandId: id, address, value, expires } = record;
  const revert = revertAfter === undefined ? {} : { revertAfter };
  if (first.batch === null) {
    if (to !== undefined)
      return { cmd: COMMAND.synchronize, id, from: equipmentOf(address), to, expires };
    if (once) return { cmd: COMMAND.controlOnce, id, address, value, expires };
    return { cmd: COMMAND.control, id, address, value, expires, ...revert };
  }
  const items = group.map(({ tracked: { record } }) => ({
    id: record.commandId,
    address: record.address,
    value: record.value,
  }));
  const batch = { cmd: COMMAND.batchControl, id: first.batch, expires, items } as const;
  return { ...batch, ...(atomic && { atomic }), ...revert };
}

/** Id of the frame that a command was sent in: its own, or that of its batch. */
export function frameIdOf({ batch, tracked }: StoredCommand): string {
  return batch ?? tracked.record.commandId;
}

const CONFIRMATION_PREFIX = "confirm-";

/** Returns the frame that confirms a command or batch, so that the device does not revert it. */
export function confirmationOf(frameId: string): PortalMessage {
  return { cmd: COMMAND.confirm, id: CONFIRMATION_PREFIX + frameId, of: frameId };
}

/** Returns the frame id of the command or batch that a confirmation belongs to; null for any other id. */
export function confirmedFrame(id: string): string | null {
  return id.startsWith(CONFIRMATION_PREFIX) ? id.slice(CONFIRMATION_PREFIX.length) : null;
}
