import { expect, test } from "vitest";
import { seededRandom } from "#simulator/random.ts";
import { classify, findSensitivity, type Timed } from "./classify.ts";

/** Calls on a machine whose load drifts, the known ones slower by so much. */
function makeCalls(slowerMs: number): Timed[] {
  const random = seededRandom(7);
  return Array.from({ length: 4_000 }, (_, place) => {
    const known = random() < 0.5;
    const noise = random() + random() + random();
    return { known, ms: 50 + 20 * Math.sin(place / 300) + noise + (known ? slowerMs : 0) };
  });
}

test("equal times are classified as equal, and a difference as one", () => {
  for (const accuracy of Object.values(classify(makeCalls(0)))) {
    expect(accuracy).toBeGreaterThan(0.45);
    expect(accuracy).toBeLessThan(0.55);
  }
  expect(classify(makeCalls(1))["threshold, levelled"]).toBeGreaterThan(0.75);
  expect(classify(makeCalls(100)).threshold).toBeGreaterThan(0.99);
});

test("the smallest detectable difference is reported", () => {
  const least = findSensitivity(makeCalls(0));
  expect(least).toBeGreaterThan(0.05);
  expect(least).toBeLessThan(0.5);
});
