import { expect, test } from "vitest";
import { describeEffect } from "./describe-effect.ts";

test("an effective fault is described in a few words", () => {
  const report = (effect: Omit<Parameters<typeof describeEffect>[0], "at">) =>
    describeEffect({ at: 0, ...effect });
  expect(report({ fault: { kind: "half-open", direction: "both" } })).toBe("half-open, both");
  expect(
    report({
      fault: { kind: "cut", on: { direction: "up" }, moment: "after" },
      frame: { direction: "up", command: 260 },
    }),
  ).toBe("cut, up, command 260, after");
  expect(
    report({ fault: { kind: "slow", direction: "down", bytesPerSecond: 900, forMs: 20_000 } }),
  ).toBe("slow, down, 900 bytes/s, 20.0 s");
  expect(report({ fault: { kind: "refuse", forMs: 1_500, unanswered: true } })).toBe(
    "refuse, unanswered, 1.5 s",
  );
});
