import { runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { applySchema } from "#durable-objects/site/schema.ts";
import { AlarmTimers } from "#durable-objects/site/timers.ts";
import { siteStub } from "../support/site-logger.ts";

const T0 = Date.now() + 1_000_000;
let siteId = 16_000;

type Bench = {
  timers: AlarmTimers;
  /** Timers over the same storage, as after an eviction. */
  again: () => Promise<AlarmTimers>;
  clock: { at: number; now: () => number; randomBytes: () => Uint8Array; random: () => number };
  /** Every alarm that was set. */
  alarms: number[];
  rang: string[];
};

function withTimers(work: (bench: Bench) => Promise<void>): Promise<void> {
  siteId += 1;
  return runInDurableObject(siteStub(siteId), async (_, { storage }) => {
    applySchema(storage);
    const alarms: number[] = [];
    const rang: string[] = [];
    const clock = {
      at: T0,
      now: () => clock.at,
      randomBytes: () => new Uint8Array(),
      random: () => 0.5,
    };
    const open = async () => {
      const timers = new AlarmTimers(
        {
          sql: storage.sql,
          setAlarm: (at) => {
            alarms.push(Number(at));
            return storage.setAlarm(at);
          },
        },
        clock,
      );
      timers.found(await storage.getAlarm());
      for (const name of ["a", "b"]) timers.handle(name, (ringing) => void rang.push(ringing));
      return timers;
    };
    await work({ timers: await open(), again: open, clock, alarms, rang });
    await storage.deleteAlarm();
  });
}

test("the alarm is set for the earliest timer and never moved to a later instant", () =>
  withTimers(async ({ timers, alarms }) => {
    timers.set("a", T0 + 500);
    timers.set("b", T0 + 900);
    timers.set("a", T0 + 700);
    timers.set("a", T0 + 700);
    timers.cancel("b");
    expect(alarms).toEqual([T0 + 500]);
    timers.set("b", T0 + 100);
    expect(alarms).toEqual([T0 + 500, T0 + 100]);
  }));

test("timers survive an eviction, ring once, and those not due wait", () =>
  withTimers(async ({ timers, again, clock, rang, alarms }) => {
    timers.set("a:17", T0 + 500);
    timers.set("b", T0 + 900);
    const woken = await again();
    clock.at = T0 + 500;
    woken.ring();
    expect(rang).toEqual(["a:17"]);
    expect(alarms.at(-1)).toBe(T0 + 900);
    woken.ring();
    clock.at = T0 + 901;
    (await again()).ring();
    expect(rang).toEqual(["a:17", "b"]);
  }));

test("a timer set again while it rings rings again", () =>
  withTimers(async ({ timers, clock, rang }) => {
    timers.handle("c", () => {
      rang.push("c");
      if (rang.length < 3) timers.set("c", clock.at + 100);
    });
    timers.set("c", T0 + 100);
    for (let count = 0; count < 5; count++) {
      clock.at += 100;
      timers.ring();
    }
    expect(rang).toEqual(["c", "c", "c"]);
  }));

test("a handler that fails does not stop the others and is tried again", () =>
  withTimers(async ({ timers, clock, rang, alarms }) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    let failing = true;
    const fail = (name: string) => () => {
      if (failing) throw new Error("not now");
      rang.push(name);
    };
    timers.handle("c", fail("row"));
    timers.derive("d", { due: () => (rang.includes("derived") ? null : T0), run: fail("derived") });
    timers.set("c", T0);
    timers.set("a", T0);
    timers.ring();
    expect(rang).toEqual(["a"]);
    expect(alarms.at(-1)).toBe(T0 + 30_000);
    failing = false;
    clock.at = T0 + 30_000;
    timers.ring();
    expect(rang).toEqual(["a", "row", "derived"]);
  }));

test("a derived timer needs no row, and one that stays due does not spin", () =>
  withTimers(async ({ timers, clock, alarms }) => {
    let runs = 0;
    timers.derive("d", { due: () => T0 - 5, run: () => void runs++ });
    timers.arm();
    expect(alarms).toEqual([T0 - 5]);
    timers.ring();
    timers.ring();
    expect(runs).toBe(1);
    expect(alarms.at(-1)).toBe(T0 + 1000);
    clock.at = T0 + 1000;
    timers.ring();
    expect(runs).toBe(2);
  }));
