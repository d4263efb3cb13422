import { expect, test } from "vitest";
import { findOffline, findReturn, findSilence, isWatchedForData } from "./silence.ts";

const MIN = 60_000;
const RULE = { isOpen: true, allowedGap: 5 };
const T = Date.UTC(2026, 0, 1);
const at = (minutes: number) => T + minutes * MIN;
const registers = (newest: Record<string, number>) =>
  Object.entries(newest).map(([address, minutes]) => ({ address, newestAt: at(minutes) }));

test("equipment is silent if one of its registers has had no value for the allowed gap", () => {
  const newest = registers({ "0033110107": 0, "0033110108": 9, "006D110101": 6 });
  const { silent, nextAt } = findSilence(newest, RULE, at(-60), at(10));
  expect([...silent]).toEqual([["003311", { startTime: at(0), dateTime: at(5) }]]);
  expect(nextAt).toBe(at(11));
});

test("several silent registers are one alarm, from the first of them", () => {
  const newest = registers({ "0033110107": 3, "0033110108": 1 });
  const { silent, nextAt } = findSilence(newest, RULE, at(-60), at(30));
  expect([...silent]).toEqual([["003311", { startTime: at(1), dateTime: at(6) }]]);
  expect(nextAt).toBeNull();
});

test("the gap is allowed in full, and it begins again when the logger comes back", () => {
  const newest = registers({ "0033110107": 0 });
  expect(findSilence(newest, RULE, at(-60), at(5) - 1).silent.size).toBe(0);
  expect(findSilence(newest, RULE, at(-60), at(5)).silent.size).toBe(1);
  const back = findSilence(newest, RULE, at(120), at(124));
  expect(back).toEqual({ silent: new Map(), nextAt: at(125) });
});

test("a register that usually reports hourly, or has reported once, is not silent after the gap", () => {
  const newest = registers({ "0033110001": 0, "0033110002": 0 });
  const hourly = (address: string) => (address === "0033110001" ? 60 * MIN : null);
  expect(findSilence(newest, RULE, at(-60), at(90), hourly)).toEqual({
    silent: new Map(),
    nextAt: at(180),
  });
  const later = findSilence(newest, RULE, at(-60), at(180), hourly);
  expect([...later.silent.values()]).toEqual([{ startTime: at(0), dateTime: at(180) }]);
});

test("equipment that has sent single values only is silent after the gap from the newest of them", () => {
  const newest = registers({ "0033110001": 0, "0033110002": 2 });
  const single = () => null;
  expect(findSilence(newest, RULE, at(-60), at(6), single)).toEqual({
    silent: new Map(),
    nextAt: at(7),
  });
  const later = findSilence(newest, RULE, at(-60), at(7), single);
  expect([...later.silent]).toEqual([["003311", { startTime: at(2), dateTime: at(7) }]]);
});

test("equipment that reports changes only is silent if none of its registers has a new value", () => {
  const changes = (newest: Record<string, number>) =>
    registers(newest).map((register) => ({ ...register, isOnChange: true }));
  const states = changes({ "0033110201": 0, "0033110202": 4 });
  expect(findSilence(states, RULE, at(-60), at(8))).toEqual({
    silent: new Map(),
    nextAt: at(9),
  });
  const silent = findSilence(states, RULE, at(-60), at(9)).silent;
  expect([...silent]).toEqual([["003311", { startTime: at(4), dateTime: at(9) }]]);
  const measured = [...states, ...registers({ "0033110107": 60 })];
  expect(findSilence(measured, RULE, at(-60), at(61)).silent.size).toBe(0);
  expect(findReturn(changes({ "0033110201": 0, "0033110202": 12 }), () => 0)).toBe(at(12));
  expect(findReturn([...measured, ...registers({ "0033110108": 58 })], () => 0)).toBe(at(58));
});

test("nothing is silent without registers that reported, while offline, or if the rule is off", () => {
  const newest = registers({ "0033110107": 0 });
  const none = { silent: new Map(), nextAt: null };
  expect(findSilence([], RULE, at(0), at(99))).toEqual(none);
  expect(findSilence(newest, RULE, null, at(99))).toEqual(none);
  expect(findSilence(newest, { ...RULE, isOpen: false }, at(0), at(99))).toEqual(none);
});

test("measurements are watched, and what may change rarely is not", () => {
  const watched = (["gauge", "counter", "enum", "setting", "text"] as const).filter((kind) =>
    isWatchedForData({ kind, access: "r" }),
  );
  expect(watched).toEqual(["gauge", "counter"]);
  expect(isWatchedForData({ kind: "gauge", access: "rw" })).toBe(false);
});

test("a site is without its logger after the allowed gap", () => {
  expect(findOffline(RULE, at(0), at(5) - 1)).toEqual({ nextAt: at(5) });
  expect(findOffline(RULE, at(0), at(90))).toEqual({
    alarm: { startTime: at(0), dateTime: at(5) },
  });
  expect(findOffline(RULE, null, at(90))).toBeNull();
  expect(findOffline({ ...RULE, isOpen: false }, at(0), at(90))).toBeNull();
});
