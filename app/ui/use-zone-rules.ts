import { provideZone } from "#domain/history/zone-offsets.ts";

/**
 * Makes the rules of a zone known in the browser before anything below is rendered: local times then are those of the
 * server, whatever zone data the browser has.
 * @param rules as `describeZone` returns them on the server
 */
export function useZoneRules(timeZone: string, rules: string): void {
  // The server has all of them.
  if (!import.meta.env.SSR) provideZone(timeZone, rules);
}
