import { isLiveLine } from "#domain/units/missing-frequency.ts";
import type { LiveValue } from "#protocol/viewer/messages.ts";
import type { SiteLines } from "../equipment/lines.ts";
import type { QueryOutcome } from "./relayed-query.ts";

/**
 * Replaces the frequencies of lines without voltage by null in the answer of a logger, as in live values. The voltages
 * are those of the answer, otherwise stored ones that are at least as new; without any, a frequency is a value.
 * @param stored newest value of each register
 */
export function omitMissingFrequencies(
  outcome: QueryOutcome,
  lines: SiteLines,
  stored: ReadonlyMap<string, LiveValue>,
): QueryOutcome {
  const { at, values } = outcome;
  if (values === undefined) return outcome;
  const { voltagesOf } = lines.current;
  const voltageOf = (address: string) => {
    if (Object.hasOwn(values, address)) return values[address];
    const held = stored.get(address);
    return held !== undefined && at !== undefined && held.at >= at ? held.v : undefined;
  };
  const shown = Object.entries(values).map(([address, value]) => {
    const isMeasured = isLiveLine((voltagesOf.get(address) ?? []).map(voltageOf));
    return [address, isMeasured ? value : null] as const;
  });
  return { ...outcome, values: Object.fromEntries(shown) };
}
