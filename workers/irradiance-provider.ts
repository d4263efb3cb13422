import type { Database } from "#database/connect.ts";
import {
  claimIrradianceCall,
  readIrradianceArea,
  writeIrradianceArea,
} from "#database/forecast/irradiance-areas.ts";
import { type AreaIrradiance, LEARNED_DAYS, mergeIrradiance } from "#domain/forecast/irradiance.ts";
import type { Position } from "#domain/sites/geofence.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { roundPosition } from "#domain/weather/forecast.ts";
import type { IrradianceProvider, Log } from "#operations/context.ts";
import { irradianceAddress, readIrradiance } from "./open-meteo-irradiance.ts";
import { ShortMemory } from "./short-memory.ts";

/** Least time between two calls of the provider for an area, whatever their outcome. */
const CALL_EVERY_MS = HOUR_MS;
/** Lifetime of an area in the memory of the process. */
const KEEP_MS = 5 * MINUTE_MS;
const KEEP_AWAY_MS = MINUTE_MS;
const MAX_ANSWER_MS = 8 * SECOND_MS;
/** Older irradiance is no forecast any more. */
const MAX_AGE_MS = DAY_MS;

type Deps = {
  /** URL of the provider; empty if unset. */
  address: string;
  database: Database;
  now: () => number;
  log: Log;
  ask?: typeof fetch;
};

/**
 * Reads the irradiance of areas, as large as those of the weather, from the database, and calls the provider at most
 * once an hour for each: all processes and all sites of an area share the call and its answer.
 */
export function openIrradiance({
  address,
  database,
  now,
  log,
  ask = fetch,
}: Deps): IrradianceProvider {
  const memory = new ShortMemory(now);

  async function askProvider(position: Position, pastDays: number) {
    try {
      const response = await ask(irradianceAddress(address, position, pastDays), {
        signal: AbortSignal.timeout(MAX_ANSWER_MS),
        headers: { Accept: "application/json" },
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return readIrradiance(await response.json(), position);
    } catch (error) {
      // The error itself is not logged, because it may contain the URL with a key and a position.
      log.info("the weather provider did not answer with irradiance", {
        why: error instanceof Error ? error.name : "unknown",
      });
      return null;
    }
  }

  async function find(area: string, position: Position): Promise<AreaIrradiance | null> {
    const at = now();
    const stored = await readIrradianceArea(database, area);
    const kept = stored?.irradiance ?? null;
    const answeredAt = stored?.answeredAt ?? null;
    const fresh =
      kept !== null && answeredAt !== null && at - answeredAt < MAX_AGE_MS ? kept : null;
    const before = at - CALL_EVERY_MS;
    if (stored !== undefined && stored.askedAt > before) return fresh;
    if (!(await claimIrradianceCall(database, area, at, before))) return fresh;
    // Stored irradiance is continued, so that only the first call has a long answer.
    const missing = answeredAt === null || kept === null ? LEARNED_DAYS : daysSince(answeredAt, at);
    const answered = await askProvider(position, Math.min(LEARNED_DAYS, missing));
    if (answered === null) return fresh;
    const merged = mergeIrradiance(kept, answered, at);
    await writeIrradianceArea(database, area, merged, at);
    return merged;
  }

  return {
    async at(wanted) {
      if (address === "") return null;
      const position = roundPosition(wanted);
      const area = `${position.latitude}/${position.longitude}`;
      const keepMs = (found: AreaIrradiance | null) => (found === null ? KEEP_AWAY_MS : KEEP_MS);
      const irradiance = await memory.recall(area, keepMs, () => find(area, position));
      return irradiance && { irradiance, position };
    },
  };
}

/** Days before today that an answer has to reach back, with one for the analysis that replaces the last forecast. */
function daysSince(answeredAt: number, at: number): number {
  return Math.ceil((at - answeredAt) / DAY_MS) + 1;
}
