import { runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { type NewEvent, Outbox } from "#durable-objects/site/outbox.ts";
import { applySchema } from "#durable-objects/site/schema.ts";
import type { SiteStatusEvent } from "#protocol/site-rpc.ts";
import { siteStub } from "../support/site-logger.ts";

const T0 = 1_700_000_000_000;
let siteId = 7000;

type Bench = {
  outbox: Outbox;
  /** The outbox as found after an eviction. */
  again: () => Outbox;
  sql: SqlStorage;
  clock: { at: number; now: () => number; randomBytes: () => Uint8Array; random: () => number };
  delivered: SiteStatusEvent[];
  /** What becomes of a delivery. */
  queue: { take: (event: SiteStatusEvent) => Promise<void> };
};

function withOutbox(work: (bench: Bench) => Promise<void>): Promise<void> {
  siteId += 1;
  return runInDurableObject(siteStub(siteId), async (_, { storage }) => {
    applySchema(storage);
    const clock = {
      at: T0,
      now: () => clock.at,
      randomBytes: () => new Uint8Array(),
      random: () => 0.5,
    };
    const delivered: SiteStatusEvent[] = [];
    const queue: Bench["queue"] = {
      take: async (event) => {
        delivered.push(event);
      },
    };
    const again = () => new Outbox(storage.sql, clock, (event) => queue.take(event));
    await work({ outbox: again(), again, sql: storage.sql, clock, delivered, queue });
  });
}

function status(online: boolean): NewEvent {
  return {
    kind: "status",
    siteId: 1,
    at: T0,
    online,
    since: T0,
    siteStatus: online ? "normal" : "offline",
    alarm: "none",
    systemType: null,
    systemCode: null,
    uploadMs: 60_000,
  };
}

test("a stored event is delivered once", () =>
  withOutbox(async ({ outbox, delivered }) => {
    outbox.put(status(true));
    expect(outbox.due()).toBe(T0);
    await outbox.flush();
    expect(delivered).toMatchObject([{ kind: "status", sequence: 1, online: true }]);
    expect(outbox.due()).toBeNull();
    await outbox.flush();
    expect(delivered).toHaveLength(1);
  }));

test("a delivered event is delivered again on request after a while, one in flight is not", () =>
  withOutbox(async ({ outbox, again, clock, delivered, queue }) => {
    outbox.repeat();
    expect(outbox.due()).toBeNull();
    outbox.put(status(false));
    const { take } = queue;
    queue.take = async (event) => {
      outbox.repeat();
      await take(event);
    };
    await outbox.flush();
    outbox.repeat();
    expect(outbox.due()).toBeNull();
    expect(outbox.deliveredAt).toBe(T0);
    clock.at += 10 * 60_000;
    const woken = again();
    woken.repeat();
    expect(woken.due()).toBe(clock.at);
    expect(woken.deliveredAt).toBeNull();
    await woken.flush();
    woken.repeat();
    expect(woken.due()).toBeNull();
    expect(delivered.map(({ sequence }) => sequence)).toEqual([1, 1]);
    expect(again().deliveredAt).toBe(clock.at);
  }));

test("after a consumer reports a greater number, the newest event is sent with one greater still", () =>
  withOutbox(async ({ outbox, again, delivered }) => {
    outbox.overtake(7);
    expect(outbox.due()).toBeNull();
    outbox.put(status(true));
    outbox.overtake(1);
    await outbox.flush();
    again().overtake(7);
    const woken = again();
    woken.overtake(8);
    await woken.flush();
    expect(delivered).toMatchObject([
      { sequence: 1, online: true },
      { sequence: 8, online: true },
    ]);
  }));

test("only the newest is delivered", () =>
  withOutbox(async ({ outbox, delivered }) => {
    outbox.put(status(true));
    outbox.put(status(false));
    await outbox.flush();
    expect(delivered).toMatchObject([{ sequence: 2, online: false }]);
  }));

test("metrics that an older version left in the outbox are not delivered, and their number is not reused", () =>
  withOutbox(async ({ outbox, again, sql, delivered }) => {
    outbox.put(status(true));
    sql.exec(
      `INSERT INTO outbox VALUES ('figures', 7, '{"kind":"figures","siteId":1,"sequence":7,"at":5}', 5, 0, 5)`,
    );
    const woken = again();
    await woken.flush();
    expect(delivered).toMatchObject([{ kind: "status", sequence: 1 }]);
    expect(woken.due()).toBeNull();
    woken.put(status(false));
    expect(woken.newest).toMatchObject({ sequence: 8 });
  }));

test("an event not delivered before an eviction is delivered after it, and numbers continue", () =>
  withOutbox(async ({ outbox, again, delivered }) => {
    outbox.put(status(true));
    const woken = again();
    expect(woken.due()).toBe(T0);
    await woken.flush();
    woken.put(status(false));
    await again().flush();
    expect(delivered).toMatchObject([{ sequence: 1 }, { sequence: 2, online: false }]);
    expect(again().newest).toMatchObject({ online: false, sequence: 2 });
  }));

test("a delivery that fails is tried again, later each time, for ever", () =>
  withOutbox(async ({ outbox, clock, delivered, queue }) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { take } = queue;
    queue.take = async () => {
      throw new Error("queue away");
    };
    outbox.put(status(true));
    const waits: number[] = [];
    for (let attempt = 0; attempt < 9; attempt++) {
      await outbox.flush();
      waits.push((outbox.due() ?? Number.NaN) - clock.at);
      clock.at = outbox.due() ?? Number.NaN;
    }
    expect(waits.slice(0, 4)).toEqual([5_000, 10_000, 20_000, 40_000]);
    expect(waits.at(-1)).toBe(300_000);
    queue.take = take;
    await outbox.flush();
    expect(delivered).toHaveLength(1);
    expect(outbox.due()).toBeNull();
  }));

test("a newer event that is put during a delivery is delivered, too", () =>
  withOutbox(async ({ outbox, clock, delivered, queue }) => {
    const { take } = queue;
    queue.take = async (event) => {
      queue.take = take;
      outbox.put(status(false));
      expect(outbox.due()).toBe(clock.at);
      await take(event);
    };
    outbox.put(status(true));
    await outbox.flush();
    await outbox.flush();
    expect(delivered).toMatchObject([
      { sequence: 1, online: true },
      { sequence: 2, online: false },
    ]);
  }));

test("a delivery under way is not begun a second time, and is taken up again after an eviction", () =>
  withOutbox(async ({ outbox, again, clock, delivered, queue }) => {
    let release = () => {};
    const { take } = queue;
    queue.take = async (event) => {
      await take(event);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    };
    outbox.put(status(true));
    const first = outbox.flush();
    await outbox.flush();
    expect(delivered).toHaveLength(1);
    expect(outbox.due()).toBeGreaterThan(clock.at);
    expect(again().due()).toBe(T0);
    release();
    await first;
    expect(outbox.due()).toBeNull();
  }));
