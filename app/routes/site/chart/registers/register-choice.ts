import { useMemo } from "react";
import { LINE_COLORS } from "#app/charts/palette.ts";
import { type ShownPiece, useTree } from "#app/routes/site/realtime/tree/use-tree.ts";
import type { Shade } from "#app/theme/palette.ts";
import { MAX_CURVES } from "./curve-query.ts";

/** A register that can be drawn, with its address. */
export type DrawableRegister = {
  address: string;
  name: string;
  equipment: string;
  unit: string;
  isStepped: boolean;
};

/** There are two axes with one unit each. */
export const MAX_UNITS = 2;

/** The site's equipment with its numeric registers, and each of these by its address. */
export function useDrawable(): {
  pieces: readonly ShownPiece[] | null;
  byAddress: ReadonlyMap<string, DrawableRegister>;
} {
  const tree = useTree();
  return useMemo(() => {
    const pieces =
      tree
        ?.map((piece) => ({
          ...piece,
          registers: piece.registers.filter(({ kind }) => kind !== "text"),
        }))
        .filter(({ registers }) => registers.length > 0) ?? null;
    const drawable = (pieces ?? []).flatMap(({ title: equipment, registers }) =>
      registers.map(({ address, title: name, unit, kind }): [string, DrawableRegister] => [
        address,
        { address, name, equipment, unit, isStepped: kind === "enum" || kind === "setting" },
      ]),
    );
    return { pieces, byAddress: new Map(drawable) };
  }, [tree]);
}

/** Units of the drawn curves in order of appearance: the first has its axis at the start. */
export function unitsOf(
  addresses: readonly string[],
  unitAt: (address: string) => string | undefined,
): string[] {
  const units = addresses.map(unitAt).filter((unit) => unit !== undefined);
  return [...new Set(units)];
}

/** Why one more register cannot be drawn; null if it can. */
export function choiceRefusal(
  unit: string,
  chosen: readonly string[],
  units: readonly string[],
): "tooMany" | "thirdUnit" | null {
  if (chosen.length >= MAX_CURVES) return "tooMany";
  return units.length >= MAX_UNITS && !units.includes(unit) ? "thirdUnit" : null;
}

/** Colour of the curve at an index. */
export function shadeAt(place: number): Shade {
  return LINE_COLORS[place % LINE_COLORS.length] as Shade;
}
