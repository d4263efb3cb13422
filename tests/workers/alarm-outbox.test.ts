import { expect, test } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { AlarmOutbox } from "#durable-objects/site/alarms/alarm-outbox.ts";
import type { SiteAlarmEvent } from "#protocol/alarms.ts";
import { newSite } from "../probes/alarms/run.ts";
import { alarmEvent } from "../support/alarm-event.ts";
import { inSite } from "./series-support.ts";

test("an event is sent once by an object, and again by a restarted one until it is confirmed", () =>
  inSite("alarm-outbox", async ({ storage, clock }) => {
    newSite(storage, clock);
    const sent: number[][] = [];
    const deliver = async (events: readonly SiteAlarmEvent[]) => {
      sent.push(events.map(({ sequence }) => sequence));
    };
    const start = () => new AlarmOutbox(storage.sql, clock, deliver);
    const put = (outbox: AlarmOutbox, logId: number) => {
      const { sequence: _, ...event } = alarmEvent(1, logId, 0);
      outbox.put(event);
    };
    let outbox = start();
    expect(outbox.dueAt).toBeNull();
    put(outbox, 1);
    put(outbox, 2);
    await outbox.flush();
    await outbox.flush();
    put(outbox, 3);
    await outbox.flush();
    expect(sent).toEqual([[1, 2], [3]]);
    // Nothing wakes the object for events that only wait for their confirmation.
    expect(outbox.dueAt).toBeNull();
    outbox.confirm([1, 3]);
    outbox = start();
    expect(outbox.dueAt).not.toBeNull();
    await outbox.flush();
    expect(sent.at(-1)).toEqual([2]);
    // The queue has lost it again: it is sent with a later event.
    clock.at += 11 * MINUTE_MS;
    put(outbox, 4);
    await outbox.flush();
    expect(sent.at(-1)).toEqual([2, 4]);
    outbox.confirm([2, 4]);
    expect(start().dueAt).toBeNull();
  }));
