import { expect, test } from "vitest";
import { DAY_MS } from "#domain/units/durations.ts";
import { PastTurns } from "./past-turns.ts";

/** A logger with several days to send; the test decides when it is answered. */
class Sender {
  readonly #days: number;
  left: number;
  isOnline = true;
  #done: (() => void) | null = null;

  constructor(days: number) {
    this.#days = days;
    this.left = days;
  }

  get past() {
    const { left } = this;
    return {
      days: this.#days,
      left,
      range: left === 0 ? null : { from: 0, to: (100 - this.#days + left) * DAY_MS },
    };
  }

  sendPast(done: () => void): boolean {
    if (this.left === 0 || !this.isOnline) return false;
    this.#done = done;
    return true;
  }

  get isSending(): boolean {
    return this.#done !== null;
  }

  answer(): void {
    const done = this.#done;
    this.#done = null;
    this.left -= 1;
    done?.();
  }
}

function setUp(...senders: Sender[]) {
  let now = 0;
  const turns = new PastTurns(
    () => senders,
    () => now,
  );
  return {
    turns,
    /** @returns the index of the sender that began in the meantime */
    pass(ms: number) {
      now += ms;
      turns.tick();
      return senders.findIndex(({ isSending }) => isSending);
    },
  };
}

test("one frame at a time is sent, after a pause of three times the last one's duration", () => {
  const sender = new Sender(5);
  const { pass } = setUp(sender);
  expect(pass(4_999)).toBe(-1);
  expect(pass(1)).toBe(0);
  expect(pass(400)).toBe(0);
  sender.answer();
  expect(pass(1_199)).toBe(-1);
  expect(pass(1)).toBe(0);
  sender.answer();
  expect(pass(79)).toBe(-1);
  expect(pass(1)).toBe(0);
});

test("the site that is furthest behind is next, and disconnected ones are skipped", () => {
  const long = new Sender(3);
  const short = new Sender(1);
  const away = new Sender(9);
  away.isOnline = false;
  const { turns, pass } = setUp(away, long, short);
  const order: number[] = [];
  for (const ms of [5_000, 100, 100, 100]) {
    const place = pass(ms);
    order.push(place);
    [away, long, short][place]?.answer();
  }
  expect(order).toEqual([1, 2, 1, 1]);
  expect(turns.progress).toEqual({ sent: 4, days: 13, backTo: 100 * DAY_MS });
  away.left = 0;
  expect(turns.progress).toEqual({ sent: 13, days: 13, backTo: null });
});
