import { expect, test } from "vitest";
import { WorkSlot } from "./work-slot.ts";

const clock = {
  now: () => Date.now(),
  pause: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
};
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("work runs one piece at a time, and beyond those that may wait it is refused at once", async () => {
  const slot = new WorkSlot({ maxWaiting: 3, maxWaitMs: 10_000 });
  slot.clock = clock;
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await turn();
    running -= 1;
  };
  const asked = Array.from({ length: 6 }, () => slot.run(work));
  expect(slot.isFree).toBe(false);
  const outcomes = await Promise.allSettled(asked);
  expect(slot.isFree).toBe(true);
  expect(most).toBe(1);
  expect(outcomes.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
    "rejected",
  ]);
  expect(outcomes[5]).toMatchObject({
    reason: { code: "unavailable", details: { retryAfter: 5 } },
  });
  await expect(slot.run(async () => "free again")).resolves.toBe("free again");
});

test("work that fails leaves the slot", async () => {
  const slot = new WorkSlot({ maxWaiting: 1, maxWaitMs: 1_000 });
  slot.clock = clock;
  await expect(slot.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(slot.run(async () => 1)).resolves.toBe(1);
});
