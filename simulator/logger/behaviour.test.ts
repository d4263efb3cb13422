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
