import { expect, test } from "vitest";
import { startFrameRate, takeFrame } from "./frame-rate.ts";

function take(times: number, now: number, rate = startFrameRate(0)) {
  let left: ReturnType<typeof takeFrame> = rate;
  let taken = 0;
  for (; taken < times && left !== null; taken++) left = takeFrame(left, now) ?? null;
  return { left, taken };
}

test("fifty frames pass in a burst and the next one does not", () => {
  const { left } = take(50, 0);
  expect(left).not.toBeNull();
  expect(left && takeFrame(left, 0)).toBeNull();
});

test("ten frames a second pass for ever", () => {
  let rate = startFrameRate(0);
  for (let frame = 1; frame <= 10_000; frame++) {
    const next = takeFrame(rate, frame * 100);
    if (next === null) throw new Error(`frame ${frame} did not pass`);
    rate = next;
  }
  expect(rate.left).toBeCloseTo(49);
});

test("twenty frames a second end within ten seconds", () => {
  let rate: ReturnType<typeof takeFrame> = startFrameRate(0);
  let frame = 0;
  for (; rate !== null && frame < 200; frame++) rate = takeFrame(rate, frame * 50);
  expect(frame).toBeLessThan(110);
});

test("a clock that goes back gives no frames", () => {
  const { left } = take(50, 1_000);
  expect(left && takeFrame(left, 0)).toBeNull();
});
