import { expect, test } from "vitest";
import { readLoggerFrame } from "#protocol/logger/read-frame.ts";
import { seededRandom } from "../random.ts";
import { HostileFrames } from "./hostile-frames.ts";
import { mutateFrame } from "./mutate-frame.ts";

test("a frame is mutated in many ways, most of them invalid", () => {
  const random = seededRandom(4);
  const frame = new HostileFrames("TEST-0001", 20, random).samples("1", 1, 1_700_000_000_000);
  const mutated = Array.from({ length: 400 }, () => mutateFrame(frame, random));
  expect(new Set(mutated).size).toBeGreaterThan(150);
  const refused = mutated.filter((text) => !readLoggerFrame(text).ok);
  expect(refused.length).toBeGreaterThan(200);
  expect(mutated.some((text) => text.includes("__proto__"))).toBe(true);
  expect(mutated.some((text) => text.length > 1_048_576)).toBe(true);
  expect(mutated.some((text) => text.includes("[[[[["))).toBe(true);
});
