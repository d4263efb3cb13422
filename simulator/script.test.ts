import { expect, test } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { halfOpen } from "./scenarios/half-open.ts";
import { describeOrder, parseOrder, parseScript } from "./script.ts";

test("a script's steps are put in the order of their times and may name a site", () => {
  expect(
    parseScript("thaw@1m, freeze/demo-pt-01@30s,slow:2s@0s,end:half-open/demo-pt-01@2m"),
  ).toEqual([
    { afterMs: 0, order: { verb: "slow", ms: 2_000 }, serial: null },
    { afterMs: 30_000, order: { verb: "freeze" }, serial: "DEMO-PT-01" },
    { afterMs: MINUTE_MS, order: { verb: "thaw" }, serial: null },
    { afterMs: 120_000, order: { verb: "end", scenario: halfOpen }, serial: "DEMO-PT-01" },
  ]);
  expect(parseScript("")).toEqual([]);
});

test.each([
  "freeze",
  "freeze@",
  "freeze@soon",
  "explode@3s",
  "freeze@1s@2s",
  "scenario@1s",
  "scenario:rain@1s",
])("%j is not a step of a script", (step) => {
  expect(() => parseScript(step)).toThrow("is not a step of a script");
});

test("a line of a person is a word and perhaps a serial number", () => {
  expect(parseOrder("kill demo-pt-01")).toEqual({
    order: { verb: "kill" },
    serial: "DEMO-PT-01",
  });
  expect(parseOrder("thaw")).toEqual({ order: { verb: "thaw" }, serial: null });
  expect(parseOrder(" Scenario half-open demo-pt-01")).toEqual({
    order: { verb: "scenario", scenario: halfOpen },
    serial: "DEMO-PT-01",
  });
  expect(parseOrder("end half-open")).toEqual({
    order: { verb: "end", scenario: halfOpen },
    serial: null,
  });
  for (const line of ["thaw", "kill DEMO-PT-01", "end half-open", "scenario half-open DEMO-PT-01"])
    expect(parseOrder(line)).toSatisfy((order) => order && describeOrder(order) === line);
  const wrong = ["hello", "kill a b", "scenario", "scenario rain", "end half-open a b"];
  expect(wrong.map(parseOrder)).toEqual(wrong.map(() => null));
});
