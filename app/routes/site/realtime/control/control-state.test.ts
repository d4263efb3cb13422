import { expect, test } from "vitest";
import { type LiveSite, UNKNOWN_SITE } from "#app/live/live-site.ts";
import type { CommandRecord } from "#domain/commands/command-record.ts";
import { blockedBy, latestFor, pendingCommand, stepsOf } from "./control-state.ts";

const ON_OFF = "FFFF000400";
const command = (changes: Partial<CommandRecord>): CommandRecord => ({
  commandId: "3f2b8c1e-5d4a-4e6f-9a7b-0c1d2e3f4a5b",
  by: "Olga Owner",
  address: ON_OFF,
  value: 0,
  at: 1000,
  state: "ended",
  result: "success",
  expires: 61_000,
  ...changes,
});
const site = (online: boolean, commands: CommandRecord[] = []): LiveSite => ({
  ...UNKNOWN_SITE,
  connection: { kind: "live" },
  view: {
    role: 1,
    online,
    since: 1,
    siteStatus: online ? "normal" : "offline",
    equipment: [],
    values: {},
    errors: [],
    commands,
  },
});

test("a control is possible while the page is live, the logger there and no other under way", () => {
  expect(blockedBy(site(true, [command({})]), ON_OFF)).toBeNull();
  expect(blockedBy(UNKNOWN_SITE, ON_OFF)).toBe("notLive");
  expect(blockedBy(site(false), ON_OFF)).toBe("noLogger");
  expect(blockedBy(site(true, [command({ state: "sent" })]), ON_OFF)).toBe("busy");
  expect(
    blockedBy(site(true, [command({ state: "sent", address: "0033110047" })]), ON_OFF),
  ).toBeNull();
});

test("while the page still asks the server, a second control is not asked for", () => {
  const asked = { commandId: "x", address: ON_OFF, value: 0, state: "asking" } as const;
  expect(blockedBy({ ...site(true), asked }, ON_OFF)).toBe("busy");
  expect(blockedBy({ ...site(true), asked: { ...asked, state: "refused" } }, ON_OFF)).toBeNull();
});

test("the newest command of the address counts", () => {
  const commands = [
    command({ at: 1 }),
    command({ at: 3 }),
    command({ at: 9, address: "0033110047" }),
  ];
  expect(latestFor(commands, ON_OFF)?.at).toBe(3);
  expect(latestFor([], ON_OFF)).toBeNull();
});

test("a pending command shows its completed and its remaining steps", () => {
  expect(stepsOf({ state: "sent" })).toEqual(["done", "current", "ahead", "ahead"]);
});

test.each([
  ["success", null, ["done", "done", "done", "done"]],
  ["configuration failed", null, ["done", "done", "skipped", "failed"]],
  ["configuration failed", "acknowledged", ["done", "done", "done", "failed"]],
  ["parameter error", "queued", ["done", "skipped", "skipped", "failed"]],
  ["expired", "queued", ["done", "skipped", "skipped", "failed"]],
  ["unknown", null, ["done", "done", "skipped", "failed"]],
] as const)(
  "a command that ended in %s, seen as %s, shows no more than is known",
  (result, seen, steps) => {
    expect(stepsOf({ state: "ended", result }, seen)).toEqual(steps);
  },
);

test("the pending command is the one that was just issued, else the one that has not ended", () => {
  const asked = { commandId: "just issued", address: ON_OFF, value: 1, state: "asking" } as const;
  const ended = command({ commandId: "ended" });
  const sent = command({ commandId: "sent", at: 2000, state: "sent" });
  expect(pendingCommand({ ...site(true, [ended, sent]), asked }, ON_OFF)).toBe("just issued");
  expect(pendingCommand(site(true, [ended, sent]), ON_OFF)).toBe("sent");
  expect(pendingCommand(site(true, [ended]), ON_OFF)).toBeNull();
  expect(pendingCommand(site(true, [sent]), "0033110047")).toBeNull();
  expect(pendingCommand(UNKNOWN_SITE, ON_OFF)).toBeNull();
});
