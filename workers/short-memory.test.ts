import { expect, test } from "vitest";
import { ShortMemory } from "./short-memory.ts";

function bench(most?: number) {
  const clock = { at: 0 };
  const memory = new ShortMemory(() => clock.at, most);
  let made = 0;
  return {
    clock,
    ask: (name: string, keepMs: number | ((value: number) => number) = 100) =>
      memory.recall(name, keepMs, async () => ++made),
    fail: (name: string) =>
      memory.recall(name, 100, async () => {
        made += 1;
        throw new Error("away");
      }),
    made: () => made,
  };
}

test("a known value is not requested again until it expires", async () => {
  const { ask, clock } = bench();
  expect(await ask("a")).toBe(1);
  clock.at = 99;
  expect(await ask("a")).toBe(1);
  expect(await ask("b")).toBe(2);
  clock.at = 100;
  expect(await ask("a")).toBe(3);
});

test("concurrent callers wait for the same result", async () => {
  const { ask } = bench();
  expect(await Promise.all([ask("a"), ask("a"), ask("a")])).toEqual([1, 1, 1]);
});

test("the lifetime of a value may depend on the value", async () => {
  const { ask, clock } = bench();
  const shortly = (value: number) => (value === 1 ? 10 : 1_000);
  await ask("a", shortly);
  clock.at = 10;
  expect(await ask("a", shortly)).toBe(2);
  clock.at = 900;
  expect(await ask("a", shortly)).toBe(2);
});

test("a failure is not kept", async () => {
  const { ask, fail } = bench();
  await expect(fail("a")).rejects.toThrow("away");
  expect(await ask("a")).toBe(2);
});

test("above its capacity the oldest entry is removed", async () => {
  const { ask } = bench(2);
  await ask("a");
  await ask("b");
  await ask("c");
  expect(await ask("c")).toBe(3);
  expect(await ask("a")).toBe(4);
});
