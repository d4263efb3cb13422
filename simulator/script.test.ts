import { expect, test } from "vitest";
import { parseOrder, parseScript } from "./script.ts";

test("a script's steps are put in the order of their times and may name a logger", () => {
  expect(parseScript("thaw@1m, freeze/demo-pt-01@30s,slow:2s@0s")).toEqual([
    { afterMs: 0, behaviour: { verb: "slow", ms: 2_000 }, serial: null },
    { afterMs: 30_000, behaviour: { verb: "freeze" }, serial: "DEMO-PT-01" },
    { afterMs: 60_000, behaviour: { verb: "thaw" }, serial: null },
  ]);
  expect(parseScript("")).toEqual([]);
});

test.each(["freeze", "freeze@", "freeze@soon", "explode@3s", "freeze@1s@2s"])(
  "%j is no step of a script",
  (step) => {
    expect(() => parseScript(step)).toThrow("is no step of a script");
  },
);

test("a line of a person is a word and perhaps a serial number", () => {
  expect(parseOrder("kill demo-pt-01")).toEqual({
    behaviour: { verb: "kill" },
    serial: "DEMO-PT-01",
  });
  expect(parseOrder("thaw")).toEqual({ behaviour: { verb: "thaw" }, serial: null });
  expect([parseOrder("hello"), parseOrder("kill a b")]).toEqual([null, null]);
});
