import type { PhaseCurves } from "#domain/devices/phase-curves.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";

/** Returns the name of curves in the address: "acInput.power", with the equipment unless it is the whole site. */
export function nameOfCurves({ part, quantity, equipment }: PhaseCurves): string {
  const name = `${part}.${quantity}`;
  return equipment === SITE_EQUIPMENT ? name : `${name}.${equipment}`;
}

/** Finds the curves that an address names; without a name that exists the first ones. */
export function findChosen(
  curves: readonly PhaseCurves[],
  name: string | null,
): PhaseCurves | undefined {
  return curves.find((one) => nameOfCurves(one) === name) ?? curves[0];
}

/**
 * Returns the curves that come closest to the present ones after a part of the choice has changed: those of the same
 * quantity and equipment, else of the same quantity, else the first.
 */
export function changeChoice(
  curves: readonly PhaseCurves[],
  present: PhaseCurves,
  change: Partial<Pick<PhaseCurves, "part" | "quantity" | "equipment">>,
): PhaseCurves {
  const wanted = { ...present, ...change };
  const isMet = (one: PhaseCurves) =>
    (Object.keys(change) as (keyof typeof change)[]).every((name) => one[name] === wanted[name]) &&
    (change.part !== undefined || one.part === present.part);
  const rank = (one: PhaseCurves) =>
    2 * Number(one.quantity === wanted.quantity) + Number(one.equipment === wanted.equipment);
  const found = curves.filter(isMet).toSorted((one, other) => rank(other) - rank(one));
  return found[0] ?? present;
}
