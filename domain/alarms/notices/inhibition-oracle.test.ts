import { describe, expect, test } from "vitest";
import type { Cause, ClassifiedAlarm } from "./causes.ts";
import { findInhibition, OUTLASTS_MS } from "./inhibition.ts";

// Cases of prometheus/alertmanager at 68fb2d5759b3, Apache License 2.0, Copyright The Prometheus Authors:
// inhibit/inhibit_test.go and test/with_api_v2/acceptance/inhibit_test.go. The facts are converted: a source alert is a
// lost battery, a target alert is a limit of a battery, and the label `e` that must be equal is the equipment.
//
// Differences, each by the contract of alarms:
// - A source that has ended suppresses for 120 s more, so that its consequences have time to end.
// - A source suppresses only alarms that overlap it, because history is evaluated with the same rules as the present.
// - There are fixed rules instead of configured ones, so the cases of rules without labels, of negative matchers
//   (TestInhibitRuleMatchers), of names of rules and of empty rules have no counterpart.

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 0, 1);
const RACKS: Record<string, string> = { f: "006D11", c: "006D12" };

/** A target with the label `e`. */
function target(e: string, key = `target ${e}`): ClassifiedAlarm {
  const address = `${RACKS[e]}0101`;
  const cause = { kind: "limit", alarmType: "custom", name: null, side: "low" } as const;
  const period = { startTime: NOW - 60_000, endTime: null };
  return { key, address, cause, value: 1, registerName: null, ...period };
}

/** A source with the label `e`. */
function source(e: string, endTime: number | null = NOW + HOUR, key = `source ${e}`): Cause {
  const equipment = RACKS[e] ?? null;
  return { kind: "batteryLost", key, equipment, startTime: NOW - 60_000, endTime };
}

const isMuted = (alarm: ClassifiedAlarm, causes: readonly Cause[], at = NOW) =>
  findInhibition(alarm, causes, at) !== null;

describe("TestInhibitRuleHasEqual", () => {
  test("no source alerts", () => expect(isMuted(target("f"), [])).toBe(false));
  test("matching but already resolved", () => {
    const resolved = [source("f", NOW - OUTLASTS_MS), source("c", NOW - OUTLASTS_MS)];
    const late = { ...target("f"), startTime: NOW - HOUR };
    expect(isMuted(late, resolved)).toBe(false);
  });
  test("matching and unresolved", () =>
    expect(isMuted(target("f"), [source("f", NOW - 1000), source("f")])).toBe(true));
  test("equal label does not match", () =>
    expect(isMuted(target("f"), [source("c", NOW - 1000), source("c")])).toBe(false));
});

describe("TestInhibitRuleMatches", () => {
  const [one, two] = [source("f"), source("c")];
  test("matches the target filter of one rule", () => {
    expect(isMuted(target("f"), [one])).toBe(true);
    expect(isMuted(target("c"), [two])).toBe(true);
    expect(isMuted(target("f"), [one, two])).toBe(true);
  });
  test("does not match the target filter", () => {
    const other: ClassifiedAlarm = { ...target("f"), address: "0033110101" };
    expect(isMuted(other, [one])).toBe(false);
  });
  test("matches both filters: muted only by a source that is not a target itself", () => {
    // A limit of a battery is never the loss of a battery, so the key makes it one.
    const both = target("f", "both");
    const sameKind = source("f", null, "both");
    expect(isMuted(both, [sameKind, one])).toBe(false);
    const otherKind: Cause = { ...one, kind: "loggerOffline" };
    expect(isMuted(both, [sameKind, otherKind])).toBe(true);
  });
  test("the equal label does not match", () => expect(isMuted(target("c"), [one])).toBe(false));
});

describe("TestInhibit", () => {
  test("not muted since the source has not fired", () =>
    expect(isMuted(target("f"), [])).toBe(false));
  test("muted by an active source, which is not muted itself", () => {
    expect(isMuted(target("f"), [source("f")])).toBe(true);
    expect(isMuted({ ...target("f"), key: "source f" }, [source("f")])).toBe(false);
  });
  test("not muted once the source is resolved", () => {
    const resolved = source("f", NOW - 1000);
    expect(isMuted(target("f"), [resolved])).toBe(true);
    expect(isMuted(target("f"), [resolved], NOW - 1000 + OUTLASTS_MS)).toBe(false);
  });
});

describe("acceptance", () => {
  // Seconds of the original are minutes here, because a source suppresses for two minutes more.
  const at = (minutes: number) => NOW + minutes * 60_000;
  const instance = (e: string): ClassifiedAlarm => ({ ...target(e), startTime: at(1) });

  test("TestInhibiting: notified again as soon as the source is resolved", () => {
    const down = { ...source("f", null), startTime: at(2.2) };
    const up = { ...down, endTime: at(3.6) };
    expect([isMuted(instance("f"), [down], at(2)), isMuted(instance("c"), [down], at(2))]).toEqual([
      false,
      false,
    ]);
    expect([isMuted(instance("f"), [down], at(3)), isMuted(instance("c"), [down], at(3))]).toEqual([
      true,
      false,
    ]);
    expect(findInhibition(instance("f"), [up], at(4))?.until).toBe(at(5.6));
    expect(isMuted(instance("f"), [up], at(5.6))).toBe(false);
  });

  test("TestAlwaysInhibiting: both end at the same time", () => {
    const down = { ...source("f", at(2.6)), startTime: at(1) };
    const ended: ClassifiedAlarm = { ...instance("f"), endTime: at(2.6) };
    // The end of an alarm whose start was not notified is not notified either (`decideNotice`).
    expect(isMuted(ended, [down], at(2.6))).toBe(true);
  });
});
