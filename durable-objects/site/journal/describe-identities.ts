import type { Equipment } from "#domain/registers/equipment.ts";
import type { LoggerIdentity } from "../logger-identity.ts";
import { describeDevice } from "./describe-changes.ts";
import type { NewEntry } from "./site-journal.ts";

type Identity = Pick<Equipment, "model" | "serial" | "versions">;
type Change = { field: string; from: string | null; to: string };

/**
 * Describes the equipment of a tree whose model, serial number or versions are others than before. Equal changes of
 * several pieces are one entry, as of a firmware update of all batteries.
 */
export function* describeEquipmentChanges(
  before: readonly Equipment[],
  after: readonly Equipment[],
): Generator<NewEntry> {
  const known = new Map(before.map((piece) => [piece.address, piece]));
  const groups = new Map<string, { change: Change; addresses: string[] }>();
  for (const piece of after) {
    const previous = known.get(piece.address);
    if (previous === undefined) continue;
    for (const change of compare(previous, piece)) {
      const key = JSON.stringify([change.field, change.from, change.to]);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { change, addresses: [piece.address] });
      else group.addresses.push(piece.address);
    }
  }
  for (const { change, addresses } of groups.values()) {
    const [address = ""] = addresses;
    const device = describeDevice(after, address);
    yield {
      what: "equipment.changed",
      details: {
        ...{ address, ...device, ...change },
        ...{ count: addresses.length, addresses: addresses.join(" ") },
      },
    };
  }
}

/** Describes what is different in a logger than before: another one, or its versions. */
export function* describeLoggerChanges(
  before: LoggerIdentity | undefined,
  after: LoggerIdentity,
): Generator<NewEntry> {
  if (before === undefined) return;
  for (const change of compare(before, after))
    yield { what: "logger.changed", details: { serial: after.serial, ...change } };
}

/** A field that is no longer reported is not a change; the next value of it is. */
function* compare(before: Identity, after: Identity): Generator<Change> {
  for (const field of ["model", "serial"] as const)
    yield* compareField(field, before[field], after[field]);
  const previous = before.versions ?? {};
  for (const [name, version] of Object.entries(after.versions ?? {})) {
    const held = Object.hasOwn(previous, name) ? previous[name] : undefined;
    yield* compareField(`versions.${name}`, held, version);
  }
}

function* compareField(
  field: string,
  before: string | undefined,
  after: string | undefined,
): Generator<Change> {
  if (after === undefined || after === "" || after === before) return;
  yield { field, from: before ?? null, to: after };
}
