import { expect, test } from "vitest";
import { parseBehaviour, parseDuration } from "./behaviour.ts";

test("durations are read in ms, s, m, h or plain seconds", () => {
  expect(["500ms", "30s", "2m", "1.5h", "7"].map(parseDuration)).toEqual([
    500, 30_000, 120_000, 5_400_000, 7_000,
  ]);
  expect(["", "s", "-1s", "1d", "1 s x"].map(parseDuration)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("behaviours are read by their words", () => {
  expect(parseBehaviour(" Freeze ")).toEqual({ verb: "freeze" });
  expect(parseBehaviour("slow:5s")).toEqual({ verb: "slow", ms: 5_000 });
  expect(parseBehaviour("clock:-3h")).toEqual({ verb: "clock", ms: -10_800_000, isKept: false });
  expect(parseBehaviour("clock:90s:kept")).toEqual({ verb: "clock", ms: 90_000, isKept: true });
  for (const wrong of ["clock", "clock:x", "clock:1h:lost", "clock:1h:kept:x"])
    expect(parseBehaviour(wrong)).toBeNull();
  for (const wrong of ["", "slow", "slow:x", "freeze:5s", "explode", "slow:1s:2s"])
    expect(parseBehaviour(wrong)).toBeNull();
});

test.each([
  ["device:normal", { verb: "device", manner: { kind: "normal" } }],
  ["device:ignores", { verb: "device", manner: { kind: "ignores" } }],
  ["device:clears", { verb: "device", manner: { kind: "clears" } }],
  ["device:rounds", { verb: "device", manner: { kind: "rounds" } }],
  ["device:reverts:77s", { verb: "device", manner: { kind: "reverts", ms: 77_000 } }],
  ["device:reverts:5m", { verb: "device", manner: { kind: "reverts", ms: 300_000 } }],
  ["device:stops:3", { verb: "device", manner: { kind: "stops", item: 3 } }],
  ["device:reboots:1", { verb: "device", manner: { kind: "reboots", item: 1 } }],
  ["device:slow:2s", { verb: "device", manner: { kind: "slow", ms: 2_000 } }],
  ["panel:00331100f0=-4.5", { verb: "panel", address: "00331100F0", value: -4.5 }],
  ["remote:off", { verb: "remote", isAllowed: false }],
  ["lock:forever", { verb: "lock", lock: "unlocked forever" }],
  ["features:none", { verb: "features", features: [] }],
  ["features:atomic+revert", { verb: "features", features: ["atomic", "revert"] }],
  ["device", null],
  ["device:reverts", null],
  ["device:stops:0", null],
  ["device:normal:1", null],
  ["panel:0033=1", null],
  ["remote:maybe", null],
  ["lock:open", null],
  ["remote:on:1", null],
])("%s is read as a behaviour of the devices", (text, behaviour) => {
  expect(parseBehaviour(text)).toEqual(behaviour);
});
