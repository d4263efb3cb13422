import fc from "fast-check";
import { expect, test } from "vitest";
import type { CommandResult } from "../commands/command-record.ts";
import type { RegisterValue } from "../registers/register.ts";
import { advanceChange } from "./advance-change.ts";
import type { ChangeEffect, ChangeEvent, IssuedItem } from "./change-event.ts";
import { type ItemFacts, startChange, type TrackedChange } from "./tracked-change.ts";

const addressOf = (index: number) => `00331100${(0x40 + index).toString(16).toUpperCase()}`;

/** What becomes of a command at the device. */
const manner = fc.constantFrom(
  "proves",
  "proves",
  "proves",
  "lies",
  "refuses",
  "silent",
  "silentlyDone",
  "unsent",
  "mute",
);
/** What the device does to a register after a success, before the second read. */
const later = fc.constantFrom("keeps", "keeps", "keeps", "reverts", "unread");
/** What happens between two steps. */
const between = fc.constantFrom("none", "none", "none", "panel", "revoked", "offline");

const world = fc.record({
  count: fc.integer({ min: 1, max: 7 }),
  atomic: fc.boolean(),
  feature: fc.boolean(),
  revert: fc.boolean(),
  oneShot: fc.boolean(),
  expected: fc.boolean(),
  manners: fc.array(manner, { maxLength: 20 }),
  laters: fc.array(later, { maxLength: 8 }),
  betweens: fc.array(between, { maxLength: 30 }),
  isPanelFirst: fc.boolean(),
});
type World = typeof world extends fc.Arbitrary<infer Given> ? Given : never;

type Seen = {
  change: TrackedChange;
  registers: Map<string, RegisterValue>;
  executions: Map<string, number>;
  acknowledged: Set<string>;
  isWritten: boolean;
  panel: Set<string>;
};

/** Plays one change against a device, from its start until nothing is left to do. */
function play(given: World): Seen {
  const { count, atomic, feature, revert, expected } = given;
  let now = 0;
  let ids = 0;
  const manners = [...given.manners];
  const laters = [...given.laters];
  const betweens = [...given.betweens];
  const registers = new Map<string, RegisterValue>();
  for (let index = 0; index < count; index++) registers.set(addressOf(index), 10 + index);
  const facts: ItemFacts[] = [...registers.values()].map((from, index) => {
    const isOneShot = given.oneShot && index === count - 1;
    return { precision: 0, isOneShot, isStored: true, from, order: count - index };
  });
  const items = [...registers].map(([address, value], index) => ({
    address,
    value: 100 + index,
    ...(expected && { expected: value }),
  }));
  const changeId = "0b7f5f0c-7a51-4f0e-8f5f-3f1b8a6f2d11";
  const request = { changeId, items, atomic, ...(revert && { revertAfter: 300 }) };
  const seen: Seen = {
    change: startChange({ request, facts, by: "Olga" }, now),
    registers,
    executions: new Map(),
    acknowledged: new Set(),
    isWritten: false,
    panel: new Set(),
  };
  const events: ChangeEvent[] = [];
  /** What the device reverts unless it is confirmed, by command. */
  const pending = new Map<string, { address: string; old: RegisterValue; at: number }>();
  const newCommandId = () => `command-${++ids}`;
  if (given.isPanelFirst) panelEdit();

  function panelEdit() {
    registers.set(addressOf(0), 77);
    seen.panel.add(addressOf(0));
  }

  function apply(event: ChangeEvent) {
    const step = advanceChange(seen.change, event, { now, newCommandId });
    seen.change = step.change;
    for (const effect of step.effects) perform(effect);
  }

  function revertDue() {
    for (const [commandId, { address, old, at }] of pending) {
      if (now < at) continue;
      registers.set(address, old);
      pending.delete(commandId);
    }
  }

  function perform(effect: ChangeEffect) {
    revertDue();
    if (effect.kind === "confirm") for (const id of effect.commandIds) pending.delete(id);
    if (effect.kind === "read") {
      const isFresh = happen() !== "offline";
      const values = isFresh ? Object.fromEntries(registers) : {};
      const features = { atomic: feature, revert };
      events.push({ kind: "read", values, isFresh, features });
    }
    if (effect.kind === "issue") {
      const together = effect.isTogether ? (manners.shift() ?? "proves") : null;
      for (const { commandId, address, value } of effect.items)
        execute(effect, { commandId, address, value }, together ?? manners.shift() ?? "proves");
    }
  }

  function execute(
    { revertAfter, isTogether }: Extract<ChangeEffect, { kind: "issue" }>,
    { commandId, address, value }: IssuedItem,
    how: string,
  ) {
    happen();
    const end = (result: CommandResult, readBack?: RegisterValue) =>
      events.push({ kind: "command", commandId, state: "ended", result, readBack });
    events.push({ kind: "command", commandId, state: "sent" });
    if (how === "unsent") return end("expired");
    // All items of one frame are written at once.
    now += isTogether ? 1_000 : 62_000;
    revertDue();
    if (["proves", "silentlyDone", "mute"].includes(how)) {
      const old = registers.get(address) ?? null;
      if (revertAfter !== null)
        pending.set(commandId, { address, old, at: now - 1_000 + revertAfter * 1_000 });
      registers.set(address, value);
      seen.isWritten = true;
      seen.executions.set(commandId, (seen.executions.get(commandId) ?? 0) + 1);
    }
    if (how === "proves") {
      seen.acknowledged.add(commandId);
      const readBack = registers.get(address);
      events.push({ kind: "command", commandId, state: "acknowledged" });
      return end("success", readBack);
    }
    if (how === "lies") return end("configuration failed", registers.get(address));
    if (how === "refuses") return end("parameter error");
    return end(how === "mute" ? "response timeout" : "unknown");
  }

  function happen(): string {
    const what = betweens.shift() ?? "none";
    if (what === "panel") panelEdit();
    if (what === "revoked") events.push({ kind: "rightEnded" });
    return what;
  }

  apply({ kind: "turn" });
  for (let steps = 0; steps < 400; steps++) {
    const event = events.shift();
    if (event !== undefined) apply(event);
    else if (!next()) break;
  }
  return seen;

  /** Moves time on where nothing is under way. */
  function next(): boolean {
    const { phase, due, record, parts } = seen.change;
    if (phase === "inspecting") {
      now += 120_000;
      apply(now >= (due ?? 0) ? { kind: "timeout" } : { kind: "turn" });
      return true;
    }
    if (phase !== "settling") return false;
    const index = record.items.findIndex((item) => item.state === "read back");
    const item = record.items[index];
    const commandId = parts[index]?.commandId;
    if (item === undefined || !commandId) return false;
    const then = laters.shift() ?? "keeps";
    if (then === "reverts") registers.set(item.address, item.from);
    const isSame = registers.get(item.address) === item.value;
    const held = then === "unread" ? "unknown" : isSame;
    apply({ kind: "command", commandId, state: "ended", held });
    return true;
  }
}

const runs = { numRuns: 3_000 };

test("a change always ends, and all of its items with it", () => {
  fc.assert(
    fc.property(world, (given) => {
      const { change } = play(given);
      expect(change.phase).toBe("done");
      expect(["held", "ended"]).toContain(change.record.state);
      for (const { result, state } of change.record.items) {
        expect(result).toBeDefined();
        expect(["held", "ended"]).toContain(state);
      }
    }),
    runs,
  );
});

test("success needs the acknowledgement and the equal read-back of every item", () => {
  let successes = 0;
  fc.assert(
    fc.property(world, (given) => {
      const { change, acknowledged } = play(given);
      if (change.record.result !== "success") return;
      successes++;
      for (const [index, item] of change.record.items.entries()) {
        if (item.result === "not modified") continue;
        expect(item.result).toBe("success");
        expect(acknowledged).toContain(change.parts[index]?.commandId);
        expect(item.readBack).toBe(item.value);
      }
    }),
    runs,
  );
  expect(successes).toBeGreaterThan(100);
});

test("held means that the device has every value at the second read", () => {
  let helds = 0;
  fc.assert(
    fc.property(world, (given) => {
      const { change, registers } = play(given);
      if (change.record.state !== "held") return;
      helds++;
      for (const { address, value } of change.record.items)
        expect(registers.get(address)).toBe(value);
    }),
    runs,
  );
  expect(helds).toBeGreaterThan(50);
});

test("an atomic change that only a part of the registers has is shown as mixed", () => {
  let mixed = 0;
  fc.assert(
    fc.property(world, (given) => {
      const { change, registers, panel } = play({ ...given, atomic: true });
      const { items, result, seen } = change.record;
      if (result === "mixed") {
        mixed++;
        expect(seen).toBe(false);
        return;
      }
      // What a user of the panel sets is no part of the change.
      const written = items.filter(
        ({ address, ...item }) => item.result !== "not modified" && !panel.has(address),
      );
      const applied = written.filter(({ address, value }) => registers.get(address) === value);
      expect([0, written.length]).toContain(applied.length);
    }),
    runs,
  );
  expect(mixed).toBeGreaterThan(50);
});

test("no command is executed twice, and a one-shot is issued once", () => {
  fc.assert(
    fc.property(world, (given) => {
      const { executions, change } = play(given);
      for (const times of executions.values()) expect(times).toBe(1);
      for (const { attempts, isOneShot } of change.parts)
        expect(attempts).toBeLessThanOrEqual(isOneShot ? 1 : 2);
    }),
    runs,
  );
});

test("a conflict writes nothing", () => {
  let conflicts = 0;
  fc.assert(
    fc.property(world, (given) => {
      const { change, isWritten } = play({ ...given, expected: true });
      if (change.record.result !== "conflict") return;
      conflicts++;
      expect(isWritten).toBe(false);
    }),
    runs,
  );
  expect(conflicts).toBeGreaterThan(50);
});

test.each([
  [4, "success"],
  [7, "rolled back"],
])(
  "an atomic change of %d slow items whose device reverts after five minutes ends as %s",
  (count, result) => {
    const plain = { atomic: true, feature: false, oneShot: false, expected: false };
    const calm = { manners: [], laters: [], betweens: [], isPanelFirst: false };
    const { change, registers } = play({ ...plain, ...calm, revert: true, count });
    expect(change.record.result).toBe(result);
    const applied = change.record.items.filter(
      ({ address, value }) => registers.get(address) === value,
    );
    expect(applied).toHaveLength(result === "success" ? count : 0);
  },
);
