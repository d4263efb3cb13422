import { expect, test } from "vitest";
import { HOUR_MS } from "#domain/units/durations.ts";
import { compactZone } from "./compact-zone.ts";
import { type CompiledZone, readTzif } from "./read-tzif.ts";

const zoneOf = (footer: string, changes: [string, number][] = [], first = 0): CompiledZone => ({
  first: first * HOUR_MS,
  transitions: changes.map(([at, hours]) => ({ at: Date.parse(at), offset: hours * HOUR_MS })),
  footer,
});

test.each([
  ["UTC0", "0"],
  ["<+0545>-5:45", "0"],
  ["CET-1CEST,M3.5.0,M10.5.0/3", "0|1970 60 120 3.5.0.120 10.5.0.180"],
  ["<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "0|1970 630 660 10.1.0.120 4.1.0.120"],
  ["IST-1GMT0,M10.5.0,M3.5.0/1", "0|1970 60 0 10.5.0.120 3.5.0.60"],
  ["<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "0|1970 -120 -60 3.5.0.-60 10.5.0.0"],
])("a footer becomes a yearly rule: %s", (footer, text) => {
  expect(compactZone(zoneOf(footer))).toBe(text);
});

test("changes that the rule gives are left out, those before it stay", () => {
  const changes: [string, number][] = [
    ["1995-03-26T01:00Z", 2],
    ["1995-09-24T01:00Z", 1],
    ["1996-03-31T01:00Z", 2],
    ["1996-10-27T01:00Z", 1],
  ];
  const text = compactZone(zoneOf("CET-1CEST,M3.5.0,M10.5.0/3", changes, 1));
  expect(text).toBe("60 7wexo 120 8215o 60|1996 60 120 3.5.0.120 10.5.0.180");
});

test("a zone that gave up changing its clocks has a list and no rule", () => {
  const changes: [string, number][] = [
    ["2026-03-22T02:00Z", 1],
    ["2026-09-20T02:00Z", 0],
  ];
  expect(compactZone(zoneOf("<+00>0", changes))).toMatch(/^0 \w+ 60 \w+ 0$/);
});

test("a file that is no compiled zone is refused", () => {
  expect(() => compactZone(zoneOf("nonsense"))).toThrow("not a rule");
  expect(() => readTzif(Buffer.alloc(10))).toThrow();
});
