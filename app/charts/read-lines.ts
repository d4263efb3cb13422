import type { TFunction } from "i18next";
import { formatQuantity, NO_VALUE } from "#domain/units/format-quantity.ts";
import { type ChartLine, placeAt } from "./chart-lines.ts";
import type { ReadoutRow } from "./readout.tsx";
import { isWithin } from "./stale-periods.ts";

/**
 * Reads the values of lines at an instant. A line with a gap there has no value; a part of a stack has a dash, if
 * another part has a value.
 */
export function readAt(
  lines: readonly ChartLine[],
  instant: number,
  language: string,
): ReadoutRow[] {
  const places = lines.map((line) => placeAt(line, instant));
  if (places.every((place) => place === null)) return [];
  return lines.flatMap((line, index) => {
    const place = places[index] ?? null;
    const { id, shade, name, unit, at, min, max, stale, stacked } = line;
    const group = stacked?.group;
    if (place === null) return stacked ? [{ id, shade, name, text: NO_VALUE, group }] : [];
    const value = stacked?.own ?? line.value;
    const show = (one: number | undefined) => formatQuantity(one ?? null, unit, { language }).text;
    const [least, greatest] = [min?.[place], max?.[place]];
    const range =
      least !== undefined && greatest !== undefined && least !== greatest
        ? ` (${show(least)} – ${show(greatest)})`
        : "";
    const text = show(value[place]) + range;
    return [{ id, shade, name, text, isStale: isWithin(stale, at[place] ?? 0), group }];
  });
}

/** Formats rows as text for screen readers. */
export function formatRows(rows: readonly ReadoutRow[], t: TFunction<"charts">): string[] {
  return rows.map(({ name, text, isStale, group }, place) => {
    const quality = text === NO_VALUE ? "missing" : "stale";
    const value = `${name} ${text}`;
    const marked =
      isStale || quality === "missing" ? `${value} (${t(`quality.${quality}.name`)})` : value;
    return group === undefined || group === rows[place - 1]?.group
      ? marked
      : t("history.power.group", { group, value: marked });
  });
}
