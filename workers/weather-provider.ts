import type { Position } from "#domain/sites/geofence.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { type Forecast, forecast, roundPosition } from "#domain/weather/forecast.ts";
import type { Log, WeatherProvider } from "#operations/context.ts";
import { forecastAddress, readForecast } from "./open-meteo.ts";
import { ShortMemory } from "./short-memory.ts";

/** Lifetime of a forecast that neighbours share. */
const KEEP_MS = 30 * MINUTE_MS;
/** Pause after a failure of the provider. */
const KEEP_AWAY_MS = MINUTE_MS;
const MAX_ANSWER_MS = 5_000;

type Deps = {
  /** URL of the forecast; empty if unset. */
  address: string;
  now: () => number;
  log: Log;
  /** Returns the edge cache, which all processes of a data center share; it may drop entries at any time. */
  edge: () => Pick<Cache, "match" | "put">;
  ask?: typeof fetch;
};

/** Fetches forecasts of Open-Meteo, one for all nearby sites, cached at the edge. */
export function openWeather({ address, now, log, edge, ask = fetch }: Deps): WeatherProvider {
  const memory = new ShortMemory(now);

  async function askProvider(position: Position): Promise<Forecast | null> {
    try {
      const response = await ask(forecastAddress(address, position), {
        signal: AbortSignal.timeout(MAX_ANSWER_MS),
        headers: { Accept: "application/json" },
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return readForecast(await response.json());
    } catch (error) {
      // The error itself is not logged, because it may contain the URL with a key and a position.
      log.info("the weather provider did not answer", { why: reasonOf(error) });
      return null;
    }
  }

  async function find(name: string, position: Position): Promise<Forecast | null> {
    const key = new Request(`https://weather.helioport.internal/${name}`);
    const kept = await readKept(edge(), key, now());
    if (kept !== null) return kept;
    const asked = await askProvider(position);
    if (asked !== null) await keep(edge(), key, asked, now());
    return asked;
  }

  return {
    async forecastAt(wanted) {
      if (address === "") return null;
      const position = roundPosition(wanted);
      const name = `${position.latitude}/${position.longitude}`;
      const keepMs = (found: Forecast | null) => (found === null ? KEEP_AWAY_MS : KEEP_MS);
      return memory.recall(name, keepMs, () => find(name, position));
    },
  };
}

const KEPT_AT = "x-kept-at";

async function readKept(edge: Pick<Cache, "match">, key: Request, now: number) {
  const kept = await edge.match(key).catch(() => undefined);
  if (kept === undefined || now - Number(kept.headers.get(KEPT_AT)) >= KEEP_MS) return null;
  // Another release of the portal may have stored it.
  const read = forecast.safeParse(await kept.json().catch(() => null));
  return read.data ?? null;
}

async function keep(edge: Pick<Cache, "put">, key: Request, found: Forecast, now: number) {
  const headers = { "Cache-Control": `max-age=${KEEP_MS / 1_000}`, [KEPT_AT]: String(now) };
  await edge.put(key, Response.json(found, { headers })).catch(() => undefined);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.message.startsWith("status ")) return error.message;
  return error.name;
}
