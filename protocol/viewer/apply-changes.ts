import type { MemberRole } from "#domain/access/roles.ts";
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

/** Live state of a site in a viewer's browser: the welcome, updated by the changes pushed after it. */
export type SiteView = {
  role: MemberRole;
  online: boolean;
  /** ms UTC */
  since: number;
  siteStatus: SiteStatus;
  equipment: readonly ViewedEquipment[];
  values: Readonly<Record<string, LiveValue>>;
  errors: readonly EquipmentError[];
  commands: readonly CommandRecord[];
};

/** Returns the state after a welcome. */
export function viewOf(welcome: Welcome): SiteView {
  const { role, online, since, siteStatus, equipment, values, errors, commands } = welcome;
  return { role, online, since, siteStatus, equipment, values, errors, commands };
}

/** Applies pushed values. Other addresses keep their values, and values older than the current ones are ignored. */
export function applyValues(view: SiteView, push: ValuesPush): SiteView {
  const values = { ...view.values };
  for (const [address, v] of Object.entries(push.values)) {
    const held = values[address];
    if (held === undefined || held.at <= push.at) values[address] = { v, at: push.at };
  }
  return { ...view, values };
}

/** Replaces the list of active equipment errors. */
export function applyErrors(view: SiteView, errors: readonly EquipmentError[]): SiteView {
  return { ...view, errors };
}

/** Applies a pushed status of the site and of some of its equipment. */
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

/** Replaces the equipment. */
export function applyEquipment(view: SiteView, equipment: readonly ViewedEquipment[]): SiteView {
  return { ...view, equipment };
}

const STEP: Record<CommandState, number> = { queued: 0, sent: 1, acknowledged: 2, ended: 3 };

/** Applies a pushed command. A late step never reverts a command; a repeated one may add a read-back. */
export function applyCommand(view: SiteView, record: CommandRecord): SiteView {
  const held = view.commands.find((command) => command.commandId === record.commandId);
  if (held === undefined) return { ...view, commands: [...view.commands, record] };
  if (STEP[record.state] < STEP[held.state]) return view;
  return {
    ...view,
    commands: view.commands.map((command) => (command === held ? record : command)),
  };
}

/** Marks the site as offline and empties its list of errors, after a login was refused with status 400 or 404. */
export function markRefused(view: SiteView): SiteView {
  return { ...view, online: false, siteStatus: "offline", errors: [] };
}
