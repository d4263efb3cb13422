import { provideZone } from "#domain/history/zone-offsets.ts";

/**
 * Makes the rules of a zone known in the browser before its children render, so that local times equal those of the
 * server whatever zone data the browser has.
 * @param rules as `describeZone` returns them on the server
 */
export function useZoneRules(timeZone: string, rules: string): void {
  // The server has the rules of all zones.
  if (!import.meta.env.SSR) provideZone(timeZone, rules);
}
