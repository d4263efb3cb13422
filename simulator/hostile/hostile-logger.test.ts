import { expect, test } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { readLoggerFrame } from "#protocol/logger/read-frame.ts";
import type { LinkEvents } from "../logger/link.ts";
import { HostileLogger } from "./hostile-logger.ts";

const START = Date.UTC(2026, 10, 20, 12);

function setUp(options: { seed?: number; mutatedOneIn?: number } = {}) {
  const sent: string[] = [];
  const dialled: number[] = [];
  let now = START;
  let events: LinkEvents | null = null;
  const hostile = new HostileLogger({
    credentials: { serial: "TEST-0001", secret: "s" },
    seed: options.seed ?? 1,
    registers: 450,
    mutatedOneIn: options.mutatedOneIn ?? 0,
    dial: (_credentials, given) => {
      dialled.push(now - START);
      events = given;
      return {
        send: (text) => sent.push(text),
        close: () => {},
        cut: () => {},
        pause: () => {},
        resume: () => {},
      };
    },
  });
  const pass = (ms: number) => {
    for (const end = now + ms; now < end; now += 100) hostile.tick(now);
  };
  pass(100);
  return { hostile, sent, dialled, pass, events: () => events };
}

test("it sends ten times the allowed frames, each valid, with all its registers at an instant of its own", () => {
  const { hostile, sent, pass, events } = setUp();
  events()?.opened();
  pass(2_100);
  const read = sent.map(readLoggerFrame);
  expect(read.every(({ ok }) => ok)).toBe(true);
  const [connect, ...batches] = read.map((frame) => (frame.ok ? frame.message : null));
  expect(connect?.cmd).toBe(COMMAND.connect);
  expect(batches.length).toBeGreaterThanOrEqual(200);
  const starts = batches.map((batch) =>
    batch?.cmd === COMMAND.realDataUpdate && "start" in batch ? batch.start : 0,
  );
  expect(new Set(starts).size).toBe(batches.length);
  const last = batches.at(-1);
  expect(last?.cmd === COMMAND.realDataUpdate && Object.keys(last.values)).toHaveLength(450);
  expect(hostile.counts).toMatchObject({ dialled: 1, opened: 1, mutated: 0 });
});

test("it reconnects every six seconds, or when a refusal permits it", () => {
  const { hostile, dialled, pass, events } = setUp();
  events()?.opened();
  events()?.ended({ reason: "closed with 4429", code: 4429 });
  pass(12_000);
  expect(dialled).toEqual([0, 6_000]);
  events()?.ended({ reason: "HTTP 429", refused: 429, retryAfterMs: 20_000 });
  pass(30_000);
  expect(dialled).toHaveLength(3);
  expect((dialled[2] ?? 0) - 12_000).toBeGreaterThanOrEqual(20_000);
  expect(Object.fromEntries(hostile.ends)).toEqual({ "4429": 1, "429": 1 });
  hostile.stop();
  pass(MINUTE_MS);
  expect(dialled).toHaveLength(3);
});

test("the same seed sends the same, mutated frames too", () => {
  const said = [5, 5, 6].map((seed) => {
    const { sent, pass, events } = setUp({ seed, mutatedOneIn: 2 });
    events()?.opened();
    pass(1_000);
    return sent;
  });
  expect(said[1]).toEqual(said[0]);
  expect(said[2]).not.toEqual(said[0]);
});
