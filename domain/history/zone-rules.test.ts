import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../units/durations.ts";
import { describeZone, offsetPeriodAt, provideZone, zoneOffsetAt } from "./zone-offsets.ts";
import { readZoneRules } from "./zone-rules.ts";
import { listZones, rulesOf, ZONE_RELEASE } from "./zone-table.ts";

test.each([
  ["Africa/Casablanca", "2026-09-19T12:00Z", 1],
  ["Africa/Casablanca", "2026-09-21T12:00Z", 0],
  ["Africa/Casablanca", "2030-07-01T12:00Z", 0],
  ["America/Vancouver", "2026-12-01T12:00Z", -7],
  ["America/Edmonton", "2026-12-01T12:00Z", -6],
  ["America/Inuvik", "2026-12-01T12:00Z", -6],
  ["America/Winnipeg", "2026-12-01T12:00Z", -5],
  ["America/Havana", "2026-12-01T12:00Z", -4],
  ["America/Havana", "2027-12-01T12:00Z", -5],
  ["Asia/Kathmandu", "2026-12-01T12:00Z", 5.75],
  ["Australia/Lord_Howe", "2026-12-01T12:00Z", 11],
  ["Australia/Lord_Howe", "2026-06-01T12:00Z", 10.5],
  ["Antarctica/Troll", "2026-06-01T12:00Z", 2],
  ["Europe/Dublin", "2026-12-01T12:00Z", 0],
  ["europe/berlin", "2026-06-01T12:00Z", 2],
])("clocks in %s at %s are %d hours ahead, as the law of 2026 has it", (zone, at, hours) => {
  expect(zoneOffsetAt(zone, Date.parse(at)) / HOUR_MS).toBe(hours);
});

/** What the runtime's own release of the tz database lacks, by when it differs. A newer runtime needs fewer of these. */
const NEWER: Readonly<Record<string, string>> = {
  "America/Winnipeg": "2026-11-01",
  "America/Rainy_River": "2026-11-01",
  "Canada/Central": "2026-11-01",
  "America/Inuvik": "2026-11-01",
  "America/Yellowknife": "2026-11-01",
  "America/Havana": "2026-11-01",
  Cuba: "2026-11-01",
};

/** Every fifth day from 2012 until 2032; the runtime answers by a text. */
function compareWithRuntime(zone: string): string[] {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    day: "numeric",
    timeZoneName: "longOffset",
  });
  const differences: string[] = [];
  for (let at = Date.UTC(2012, 0); at < Date.UTC(2032, 0); at += 5 * DAY_MS) {
    const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(format.format(at)) ?? [];
    const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
    const day = new Date(at).toISOString().slice(0, 10);
    if (zoneOffsetAt(zone, at) !== (sign === "-" ? -ahead : ahead)) differences.push(day);
  }
  return differences;
}

test("the table is the runtime's own, but for what has changed since its release", () => {
  const wrong = listZones().flatMap((zone) => {
    const from = NEWER[zone] ?? "9999";
    return compareWithRuntime(zone)
      .filter((day) => day < from)
      .map((day) => `${zone} ${day}`);
  });
  expect(wrong).toEqual([]);
});

test("the runtime's release is not newer than the table: `npm run zones` updates it", () => {
  expect(ZONE_RELEASE >= (process.versions.tz ?? "")).toBe(true);
});

test("a browser computes every zone's times since 2000 from the rules that it is sent", () => {
  for (const zone of listZones()) {
    provideZone(`sent ${zone}`, describeZone(zone));
    const { transitions } = readZoneRules(rulesOf(zone));
    const instants = transitions.map(({ at }) => at).filter((at) => at > Date.UTC(2000, 0));
    for (const at of [Date.UTC(2000, 0), Date.UTC(2026, 10, 23), ...instants])
      for (const near of [at, at - 1])
        if (near >= Date.UTC(2000, 0))
          expect(zoneOffsetAt(`sent ${zone}`, near), `${zone} ${near}`).toBe(
            zoneOffsetAt(zone, near),
          );
  }
});

test("the rules of a zone that are sent are short", () => {
  const lengths = listZones().map((zone) => [zone, describeZone(zone).length] as const);
  expect(lengths.filter(([, length]) => length > 1_200).map(([zone]) => zone)).toEqual([
    "Asia/Gaza",
    "Asia/Hebron",
  ]);
  expect(describeZone("Europe/Berlin")).toBe("60|1996 60 120 3.5.0.120 10.5.0.180");
});

test("a name that is no zone is refused", () => {
  expect(() => offsetPeriodAt("Mars/Olympus", 0)).toThrow(RangeError);
});
