import type { RegisterValue } from "#domain/registers/register.ts";
import { isSameValue, type Setting } from "../setting.ts";

/** A setting that differs; a value is absent where one side has none. */
export type Difference = {
  address: string;
  from?: RegisterValue | undefined;
  to?: RegisterValue | undefined;
};

/** Differences between the settings of two sites. */
export type SiteComparison = {
  list: Difference[];
  /** Number of settings that both sites have. */
  compared: number;
  /** Number of settings that only one of them has. */
  single: number;
};

/** Digits of the type code, at the beginning of an address. */
const TYPE_DIGITS = 4;
const EQUIPMENT_DIGITS = 6;

/**
 * Compares the settings of this site with those of another one. Equipment of the same type is compared in the order of
 * its addresses. Commands and secrets are not compared.
 */
export function compareSites(own: readonly Setting[], others: readonly Setting[]): SiteComparison {
  const place = placesOf(own.map(({ address }) => address));
  const otherPlace = placesOf(others.map(({ address }) => address));
  const byPlace = new Map(
    others.filter(isComparable).map((one) => [keyOf(one, otherPlace), one] as const),
  );
  const comparison: SiteComparison = { list: [], compared: 0, single: 0 };
  for (const setting of own.filter(isComparable)) {
    const key = keyOf(setting, place);
    const other = byPlace.get(key);
    byPlace.delete(key);
    if (other === undefined || other.unit !== setting.unit || other.kind !== setting.kind) {
      comparison.single += other === undefined ? 1 : 2;
      continue;
    }
    comparison.compared += 1;
    if (!isSameValue(setting, other.value, setting.value))
      comparison.list.push({ address: setting.address, from: other.value, to: setting.value });
  }
  comparison.single += byPlace.size;
  return comparison;
}

function isComparable({ oneShot, secret, access }: Setting): boolean {
  return !oneShot && !secret && access === "rw";
}

/** Place of each piece of equipment among those of its type. */
function placesOf(addresses: readonly string[]): ReadonlyMap<string, number> {
  const equipment = [...new Set(addresses.map((one) => one.slice(0, EQUIPMENT_DIGITS)))].sort();
  return new Map(
    equipment.map((one) => {
      const type = one.slice(0, TYPE_DIGITS);
      return [one, equipment.filter((other) => other.startsWith(type)).indexOf(one)];
    }),
  );
}

function keyOf({ address }: Setting, places: ReadonlyMap<string, number>): string {
  const equipment = address.slice(0, EQUIPMENT_DIGITS);
  const type = equipment.slice(0, TYPE_DIGITS);
  return `${type} ${places.get(equipment)} ${address.slice(EQUIPMENT_DIGITS)}`;
}
