import { can } from "#domain/access/can.ts";
import type { SiteActor } from "#domain/access/roles.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { Register } from "#domain/registers/register.ts";

/** What a viewer sees beyond values, errors and status. */
export type Sight = {
  /** Serial numbers and positions. */
  identity: boolean;
  commands: boolean;
};

export function sightOf(actor: SiteActor): Sight {
  return { identity: can(actor, "viewIdentity"), commands: can(actor, "viewCommands") };
}

const { gpsLatitude, gpsLongitude, gpsAltitude } = SITE_ADDRESS;
const GPS: readonly string[] = [gpsLatitude, gpsLongitude, gpsAltitude];
/**
 * Names under which a logger's own registers tell which device it is, or where: by its position and address, by the
 * clock and the grid rules of its country, or by the network it is in.
 */
const TELLING_NAME = new RegExp(
  [
    /serial|\bs\/?n\b|imei|iccid|\bmac\b|ssid|\bip\b|host ?name/,
    /latitude|longitude|altitude|gps|(?<!al)location|address|street|\bcity\b|city ?name/,
    /postal|post ?code|\bzip\b|zip ?code|country|region|province|time ?zone|\butc\b|utc ?offset/,
    /grid ?(code|standard|rule)|safety ?(code|standard)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "i",
);

/** Trees are replaced, never changed. */
const known = new WeakMap<readonly Equipment[], ReadonlySet<string>>();

/** Addresses that only somebody with sight of the identity gets to see. */
export function identifyingAddresses(tree: readonly Equipment[]): ReadonlySet<string> {
  const held = known.get(tree);
  if (held !== undefined) return held;
  const telling = tree.flatMap(({ address, registers }) =>
    registers.filter(isTelling).map(({ register }) => address + register),
  );
  const addresses = new Set([...GPS, ...telling]);
  known.set(tree, addresses);
  return addresses;
}

/** A piece of equipment without what identifies it. */
export function withoutIdentity(piece: Equipment): Equipment {
  const { serial: _, ...rest } = piece;
  const registers = piece.registers.filter(
    (register) => !isTelling(register) && !GPS.includes(piece.address + register.register),
  );
  return { ...rest, registers };
}

/** Whether a register tells which device it is, or where. */
export function isTelling({ name }: Register): boolean {
  return name !== undefined && TELLING_NAME.test(name);
}
