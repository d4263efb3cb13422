import table from "./time-zones.json" with { type: "json" };

// The tz database (https://www.iana.org/time-zones, public domain), as `npm run zones` writes it. The browser's build
// has `zone-table.browser.ts` instead.
const RULES: Readonly<Record<string, string>> = table.zones;

/** Release of the tz database on which all local times are based, such as "2026f". */
export const ZONE_RELEASE = table.release;

const canonical = new Map<string, string>();

/**
 * Returns a zone's rules in the notation of `readZoneRules`.
 * @param timeZone an IANA name, also one that only the runtime knows, such as a name in other capitals
 * @throws RangeError if neither the table nor the runtime knows the name
 */
export function rulesOf(timeZone: string): string {
  const rules = findRules(canonical.get(timeZone) ?? timeZone);
  if (rules !== undefined) return rules;
  const { timeZone: name } = new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions();
  canonical.set(timeZone, name);
  return findRules(name) ?? "0";
}

function findRules(name: string): string | undefined {
  if (!isZoneName(name)) return undefined;
  const rules = RULES[name];
  return rules?.startsWith("=") ? findRules(rules.slice(1)) : rules;
}

/** Returns whether the tz database has a zone of this name. */
export function isZoneName(name: string): boolean {
  return Object.hasOwn(RULES, name);
}

/** Lists all names of the tz database, ascending. */
export function listZones(): string[] {
  return Object.keys(RULES).toSorted();
}
