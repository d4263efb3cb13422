import { DELETED_ISSUER } from "#domain/commands/command-record.ts";
import { visibleRecord } from "#domain/commands/tracked-command.ts";
import { equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import type { JournalDetails } from "#domain/journal/journal-entry.ts";
import { equipmentOf, SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { findRegister } from "#domain/registers/check-setting.ts";
import { describeRegister } from "#domain/registers/describe-register.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { StoredCommand } from "../commands/command-store.ts";
import type { KnownEvent } from "../errors/known-event.ts";
import type { NewEntry } from "./site-journal.ts";

type Tree = readonly Equipment[];

/** Describes an event of a piece of equipment that was raised or cleared. */
export function describeEvent(event: KnownEvent, tree: Tree): NewEntry {
  const { address, eventNo, level, code, message, state, at } = event;
  const details = { address, ...describeDevice(tree, address), eventNo, level, code, message };
  return {
    what: state === "raised" ? "event.raised" : "event.cleared",
    details: { ...details, at },
  };
}

/** Describes the pieces of equipment that a new tree adds and removes. */
export function describeTreeChange(before: Tree, after: Tree): NewEntry[] {
  const added = after.filter(({ address }) => !hasPiece(before, address));
  const removed = before.filter(({ address }) => !hasPiece(after, address));
  return [
    ...describePieces("equipment.added", added),
    ...describePieces("equipment.removed", removed),
  ];
}

/** Describes a command that ended, with the values of its register before and after it. */
export function describeCommand({ person, tracked }: StoredCommand, tree: Tree): NewEntry {
  const { address, at, by, result, readBack, value } = visibleRecord(tracked);
  const { from = null } = tracked;
  return {
    what: "command.ended",
    ...(tracked.endedAt !== null && { at: tracked.endedAt }),
    author: { id: person, name: by === DELETED_ISSUER ? "" : by },
    details: {
      address,
      ...describeDevice(tree, equipmentOf(address)),
      ...describeRegisterOf(tree, address, from, value),
      from,
      to: value,
      readBack: readBack ?? null,
      result: result ?? null,
      issuedAt: at,
    },
  };
}

/** The name of a piece of equipment, and the key of its type's name. */
export function describeDevice(tree: Tree, address: string): { device: string; type: string } {
  const piece = tree.find((one) => one.address === address);
  return {
    device: piece?.alias || piece?.model || "",
    type: equipmentTypeOf(piece?.typeCode ?? address.slice(0, 4)),
  };
}

function describePieces(what: "equipment.added" | "equipment.removed", pieces: Tree): NewEntry[] {
  // The site as a whole names no device.
  const first = pieces.find(({ address }) => address !== SITE_EQUIPMENT) ?? pieces[0];
  if (first === undefined) return [];
  const others = pieces.filter((piece) => piece !== first);
  const addresses = [first, ...others].map(({ address }) => address).join(" ");
  const details = { ...describeDevice(pieces, first.address), count: pieces.length, addresses };
  return [{ what, details }];
}

function describeRegisterOf(
  tree: Tree,
  address: string,
  from: RegisterValue | null,
  to: RegisterValue,
): JournalDetails {
  const piece = tree.find((one) => one.address === equipmentOf(address));
  const register = findRegister(tree, address);
  if (piece === undefined || register === undefined) return {};
  const { name, unit, options } = describeRegister(piece, register);
  return {
    register: name,
    unit,
    ...(options && { fromWord: options[`${from}`] ?? null, toWord: options[`${to}`] ?? null }),
  };
}

function hasPiece(tree: Tree, address: string): boolean {
  return tree.some((piece) => piece.address === address);
}
