import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import oracle from "#domain/notifications/oracles/alertmanager-messages.json" with { type: "json" };
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { SiteAlarmEvent } from "#protocol/alarms.ts";
import { NoticeWorld } from "../support/notice-world.ts";
import { restoreUsers } from "../support/restore-users.ts";
import { ALPHA } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

const BEGIN = Date.UTC(2026, 10, 24, 12);

test.each(oracle.cases)(
  "messages of $name",
  async ({ interval, level, until, steps, messages }) => {
    const context = testContext(BEGIN);
    const world = new NoticeWorld(context);
    await restoreUsers();
    for (const table of ["notices", "site_alarms"]) await env.DB.exec(`delete from ${table}`);
    await env.DB.exec("update memberships set receives_alarms = (user_id = 1)");
    const names: string[] = [];
    const waiting = (steps as [number, string, string][]).map(([at, what, name]) => ({
      at,
      what,
      name,
    }));
    for (let time = 0; time <= until * MINUTE_MS; time += 6 * SECOND_MS) {
      const due = waiting.filter(({ at }) => at * MINUTE_MS <= time);
      waiting.splice(0, due.length);
      for (const { what, name } of due) {
        if (!names.includes(name)) names.push(name);
        const alarm: Partial<SiteAlarmEvent["alarm"]> = {
          level: level as "fault",
          deviceName: name,
        };
        if (what === "end") Object.assign(alarm, { endTime: world.now, reason: "recovered" });
        if (what === "acknowledge") alarm.acknowledgedAt = world.now;
        if (what.startsWith("snooze"))
          alarm.snoozedUntil = BEGIN + Number(what.split(" ")[1]) * MINUTE_MS;
        const step = what === "start" || what === "end" ? what : null;
        const event = world.event(ALPHA, names.indexOf(name) + 1, step, alarm, {
          emailInterval: interval,
        });
        await world.write(event);
      }
      await world.plan();
      context.turn(6 * SECOND_MS);
    }
    const sent = (await world.mails()).map(({ at, values }) => ({
      at: (at - BEGIN) / MINUTE_MS,
      alarms: values.alarms.map(({ device }) => device).sort(),
    }));
    const seen = JSON.stringify(sent);
    expect(sent.length, seen).toBe(messages.length);
    for (const [place, [from, to, alarms]] of (
      messages as [number, number, string[]][]
    ).entries()) {
      expect(sent[place]?.at, seen).toBeGreaterThanOrEqual(from);
      expect(sent[place]?.at, seen).toBeLessThanOrEqual(to + 0.01);
      expect(sent[place]?.alarms, seen).toEqual(alarms);
    }
  },
);
