import type { CommandRecord, CommandState } from "#domain/commands/command-record.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import type {
  EquipmentError,
  LiveValue,
  StatusPush,
  ValuesPush,
  ViewedEquipment,
  Welcome,
} from "./messages.ts";

/** What a viewer knows of a site: the welcome, kept true by the changes pushed after it. */
export type SiteView = {
  role: 1 | 2 | 3;
  online: boolean;
  /** ms UTC */
  since: number;
  siteStatus: SiteStatus;
  equipment: readonly ViewedEquipment[];
  values: Readonly<Record<string, LiveValue>>;
  errors: readonly EquipmentError[];
  commands: readonly CommandRecord[];
};

export function viewOf(welcome: Welcome): SiteView {
  const { role, online, since, siteStatus, equipment, values, errors, commands } = welcome;
  return { role, online, since, siteStatus, equipment, values, errors, commands };
}

/** Addresses not named hold; a value older than the one held is ignored, address by address. */
export function applyValues(view: SiteView, push: ValuesPush): SiteView {
  const values = { ...view.values };
  for (const [address, v] of Object.entries(push.values)) {
    const held = values[address];
    if (held === undefined || held.at <= push.at) values[address] = { v, at: push.at };
  }
  return { ...view, values };
}

export function applyErrors(view: SiteView, errors: readonly EquipmentError[]): SiteView {
  return { ...view, errors };
}

export function applyStatus(view: SiteView, push: StatusPush): SiteView {
  const changed = new Map(push.equipment.map((piece) => [piece.address, piece]));
  const equipment = view.equipment.map((piece) => ({ ...piece, ...changed.get(piece.address) }));
  return {
    ...view,
    online: push.online,
    since: push.since,
    siteStatus: push.siteStatus,
    equipment,
  };
}

export function applyEquipment(view: SiteView, equipment: readonly ViewedEquipment[]): SiteView {
  return { ...view, equipment };
}

const STEP: Record<CommandState, number> = { queued: 0, sent: 1, acknowledged: 2, ended: 3 };

/** A late step never reverts a command; a repeated step may add a later read-back. */
export function applyCommand(view: SiteView, record: CommandRecord): SiteView {
  const held = view.commands.find((command) => command.commandId === record.commandId);
  if (held === undefined) return { ...view, commands: [...view.commands, record] };
  if (STEP[record.state] < STEP[held.state]) return view;
  return {
    ...view,
    commands: view.commands.map((command) => (command === held ? record : command)),
  };
}

/** Status 400 and 404 of a login mark the site offline and empty its error list. */
export function markRefused(view: SiteView): SiteView {
  return { ...view, online: false, siteStatus: "offline", errors: [] };
}
