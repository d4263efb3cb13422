import { MAX_PART_INSTANTS } from "./import-limits.ts";
import type { ImportResult, Points } from "./import-result.ts";

/** One part of an import: values of registers, or energies of flows, over ascending instants, ms UTC. */
export type ImportPart = {
  kind: "samples" | "energies";
  at: number[];
  /** Values by register or flow; an instant may lack some of them. */
  columns: Record<string, (number | null)[]>;
};

/** Splits what an import stores into parts of limited size, always in the same way. */
export function listParts({
  samples,
  energies,
}: Pick<ImportResult, "samples" | "energies">): ImportPart[] {
  return [...split("samples", samples), ...split("energies", energies)];
}

/** Counts the values that an import stores. */
export function countValues({
  samples,
  energies,
}: Pick<ImportResult, "samples" | "energies">): number {
  return [...Object.values(samples), ...Object.values(energies)].reduce(
    (sum, { values }) => sum + values.length,
    0,
  );
}

function* split(
  kind: ImportPart["kind"],
  series: Readonly<Record<string, Points>>,
): Iterable<ImportPart> {
  const names = Object.keys(series);
  const next = new Map(names.map((name) => [name, 0]));
  for (;;) {
    const at: number[] = [];
    const columns: ImportPart["columns"] = Object.fromEntries(names.map((name) => [name, []]));
    while (at.length < MAX_PART_INSTANTS) {
      let instant = Number.POSITIVE_INFINITY;
      for (const name of names)
        instant = Math.min(
          instant,
          series[name]?.at[next.get(name) ?? 0] ?? Number.POSITIVE_INFINITY,
        );
      if (instant === Number.POSITIVE_INFINITY) break;
      at.push(instant);
      for (const name of names) {
        const place = next.get(name) ?? 0;
        const points = series[name];
        const isHere = points?.at[place] === instant;
        columns[name]?.push(isHere ? (points?.values[place] ?? null) : null);
        if (isHere) next.set(name, place + 1);
      }
    }
    if (at.length === 0) return;
    for (const name of names)
      if (columns[name]?.every((value) => value === null)) delete columns[name];
    yield { kind, at, columns };
  }
}
