import fc from "fast-check";
import { expect, test } from "vitest";
import { productionQueue } from "../tests/support/production-queue.ts";
import { sendMessages, splitIntoBatches } from "./queue-batches.ts";

const messages = fc
  .array(fc.record({ bytes: fc.integer({ min: 0, max: 40_000 }), text: fc.string() }), {
    maxLength: 250,
    size: "max",
  })
  .map((list) => list.map(({ bytes, text }) => text + "x".repeat(bytes)));

test("the queue accepts every batch of any messages, and each message arrives once, in order", async () => {
  await fc.assert(
    fc.asyncProperty(messages, async (sent) => {
      const arrived: unknown[] = [];
      await sendMessages(
        productionQueue((body) => arrived.push(body)),
        sent,
      );
      expect(arrived).toEqual(sent);
    }),
    { numRuns: 50 },
  );
});

test("small messages go a hundred at a time", () => {
  const messages = Array.from({ length: 250 }, (_, number) => ({ number }));
  expect(splitIntoBatches(messages).batches.map(({ length }) => length)).toEqual([100, 100, 50]);
});

test("a message of several bytes a character is counted in bytes", () => {
  const messages = Array.from({ length: 3 }, () => "電".repeat(40_000));
  expect(splitIntoBatches(messages).batches.map(({ length }) => length)).toEqual([2, 1]);
});

test("a call that fails does not keep the others from being sent, and every failure is reported", async () => {
  const arrived: unknown[] = [];
  const queue = productionQueue((body) => arrived.push(body));
  let calls = 0;
  const failing = {
    ...queue,
    async sendBatch(messages: { body: unknown }[]) {
      calls += 1;
      if (calls % 2 === 1) throw new Error("the queue is overloaded");
      return queue.sendBatch(messages);
    },
  };
  const messages = Array.from({ length: 400 }, (_, number) => number);
  await expect(sendMessages(failing, messages)).rejects.toThrow("2 calls of the queue failed");
  expect(arrived).toEqual([...messages.slice(100, 200), ...messages.slice(300)]);
});

test("a message that is too large for any batch is reported, and the others are sent", async () => {
  const arrived: unknown[] = [];
  const queue = productionQueue((body) => arrived.push(body));
  await expect(sendMessages(queue, ["a", "x".repeat(128_000), "b"])).rejects.toThrow(RangeError);
  expect(arrived).toEqual(["a", "b"]);
});
