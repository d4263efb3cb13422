import { expect, test } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { MemoryPortal } from "../tests/support/memory-portal.ts";
import { recordedSite } from "../tests/support/recorded-site.ts";
import { Fleet } from "./fleet.ts";
import { keepInMemory } from "./logger/flash.ts";
import { FleetClock } from "./logger/fleet-clock.ts";
import { StatusLine } from "./status-line.ts";

function setUp(isTTY: boolean) {
  let now = Date.UTC(2026, 10, 20, 12);
  const portal = new MemoryPortal(() => now);
  const clock = new FleetClock({ now: () => now });
  let written = "";
  const fleet = new Fleet({
    sites: [recordedSite("TEST-01")],
    clock,
    dial: portal.dial,
    seed: 1,
    flashOf: keepInMemory,
    onLink: (_serial, end) => line.note(end),
  });
  const line = new StatusLine(fleet, clock, {
    isTTY,
    write: (text) => {
      written += text;
    },
  });
  const pass = (ms: number) => {
    now += ms;
    fleet.tick();
    portal.deliver();
    fleet.tick();
    portal.deliver();
    line.show();
  };
  return {
    portal,
    pass,
    take: () => {
      const taken = written;
      written = "";
      return taken;
    },
  };
}

test("without a terminal a line appears only when something changed", () => {
  const { pass, take } = setUp(false);
  pass(1_000);
  expect(take()).toBe("1 of 1 logger connected\n");
  pass(1_000);
  expect(take()).toBe("");
});

test("on a terminal one line is written over and over", () => {
  const { pass, take } = setUp(true);
  pass(1_000);
  const line = take();
  expect(line.startsWith("\r")).toBe(true);
  expect(line).toContain("1 of 1 logger connected · ");
  expect(line).not.toContain("\n");
});

test("an error is reported once, in plain words", () => {
  const { portal, pass, take } = setUp(false);
  portal.refusal = { reason: "HTTP 401", refused: 401 };
  pass(1_000);
  expect(take()).toContain("refused: serial number or secret is wrong");
  pass(MINUTE_MS);
  expect(take()).not.toContain("refused");
});
