import fc from "fast-check";
import { expect, test } from "vitest";
import { equalWithin } from "../registers/check-setting.ts";
import type { RegisterValue } from "../registers/register.ts";
import { advanceCommand, type CommandEvent } from "./advance-command.ts";
import type { CommandRecord } from "./command-record.ts";
import { MAX_END_DELAY_MS, startCommand } from "./tracked-command.ts";

const ASKED = 42;
const PRECISION = 1;

/** How the device takes a command it has not seen before. */
const manner = fc.constantFrom("proves", "keepsQuietOfValue", "lies", "refuses", "dies", "silent");
type Manner = "proves" | "keepsQuietOfValue" | "lies" | "refuses" | "dies" | "silent";

/** Weighted so that lines often last long enough for something to come of it. */
const happening = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("pass"), ms: fc.integer({ min: 1, max: 9_000 }) }),
  },
  { weight: 12, arbitrary: kinds("reach", "answer", "reach", "answer", "turn", "connect") },
  { weight: 3, arbitrary: kinds("disconnect", "noSocket", "rightEnded", "anotherUserSets") },
);
type Happening = { kind: string; ms?: number };

function kinds(...names: string[]) {
  return fc.constantFrom(...names).map((kind): Happening => ({ kind }));
}

/** One command between a portal and a logger that keeps the protocol, over a line that loses what is under way. */
function play(once: boolean, manners: Manner[], happenings: readonly Happening[]) {
  const allowed = { ok: true, precision: PRECISION } as const;
  const given = { commandId: "0b7f5f0c-7a51-4f0e-8f5f-3f1b8a6f2d11", by: "Olga", once };
  let command = startCommand({ ...given, address: "0033110047", value: ASKED }, allowed, 0);
  let now = 0;
  let connected = false;
  let toLogger: ("command" | "query")[] = [];
  let toPortal: CommandEvent[] = [];
  let register: RegisterValue = 7;
  let begun = false;
  let kept: CommandEvent | null = null;
  let sendFails = false;
  const seen = { executions: 0, sends: 0, sentAt: [] as number[], acknowledged: false };
  const changes: CommandRecord[] = [];

  function apply(event: CommandEvent) {
    if (event.kind === "answered" && event.result === "success" && event.status === 200)
      seen.acknowledged ||= command.record.state === "sent";
    const step = advanceCommand(command, event, now);
    command = step.command;
    changes.push(...step.changes);
    if (step.effect === "ask" && connected) toLogger.push("query");
    if (step.effect !== "send") return;
    if (sendFails || !connected) return apply({ kind: "unsent" });
    seen.sends++;
    seen.sentAt.push(now);
    toLogger.push("command");
  }

  function execute(how: Manner) {
    begun = true;
    if (how === "refuses") {
      kept = { kind: "answered", status: 400, result: "parameter error" };
    } else {
      seen.executions++;
      if (how !== "lies") register = ASKED + 0.04;
      if (how === "dies") return disconnect();
      if (how === "silent") return;
      const value = how === "keepsQuietOfValue" ? undefined : register;
      kept = { kind: "answered", status: 200, result: "success", value };
    }
    toPortal.push(kept);
  }

  function disconnect() {
    connected = false;
    toLogger = [];
    toPortal = [];
  }

  const actions: Record<string, (happening: Happening) => void> = {
    pass: ({ ms = 0 }) => {
      now += ms;
      apply({ kind: "timeout" });
    },
    connect: () => {
      connected = true;
      apply({ kind: "reconnected" });
      apply({ kind: "turn" });
    },
    disconnect,
    reach: () => {
      const frame = toLogger.shift();
      if (frame === "query") toPortal.push({ kind: "readBack", value: register });
      if (frame !== "command" || (!begun && now >= command.record.expires)) return;
      if (!begun) execute(manners.shift() ?? "proves");
      else if (kept !== null) toPortal.push(kept);
      else toPortal.push({ kind: "answered", status: 200, result: "success", value: register });
    },
    answer: () => {
      const event = toPortal.shift();
      if (event) apply(event);
    },
    turn: () => {
      if (connected) apply({ kind: "turn" });
    },
    noSocket: () => {
      sendFails = !sendFails;
    },
    rightEnded: () => apply({ kind: "rightEnded" }),
    anotherUserSets: () => {
      register = 7;
    },
  };

  for (const next of happenings) actions[next.kind]?.(next);
  now = Math.max(now, command.record.expires + MAX_END_DELAY_MS);
  apply({ kind: "timeout" });
  return { command, changes, seen };
}

const world = [
  fc.boolean(),
  fc.array(manner),
  fc.array(happening, { maxLength: 40, size: "max" }),
] as const;
const runs = { numRuns: 2_000 };

test("a command is executed at most once, whatever happens on the line", () => {
  fc.assert(
    fc.property(...world, (once, manners, happenings) => {
      expect(play(once, manners, happenings).seen.executions).toBeLessThanOrEqual(1);
    }),
    runs,
  );
});

test("a command without repeat is sent at most once, and none after it expires", () => {
  fc.assert(
    fc.property(...world, (once, manners, happenings) => {
      const { seen, command } = play(once, manners, happenings);
      if (once) expect(seen.sends).toBeLessThanOrEqual(1);
      for (const at of seen.sentAt) expect(at).toBeLessThan(command.record.expires);
    }),
    runs,
  );
});

test("success is never claimed without an acknowledgement and an equal read-back", () => {
  let successes = 0;
  fc.assert(
    fc.property(...world, (once, manners, happenings) => {
      const { seen, command } = play(once, manners, happenings);
      if (command.record.result !== "success") return;
      successes++;
      expect(seen.acknowledged).toBe(true);
      expect(equalWithin(PRECISION, ASKED, command.record.readBack ?? null)).toBe(true);
    }),
    runs,
  );
  // Otherwise the world above would prove nothing.
  expect(successes).toBeGreaterThan(50);
});

test("every command ends, and its result never changes after", () => {
  fc.assert(
    fc.property(...world, (once, manners, happenings) => {
      const { command, changes } = play(once, manners, happenings);
      expect(command.record.state).toBe("ended");
      const first = changes.findIndex((record) => record.state === "ended");
      expect(first).toBeGreaterThanOrEqual(0);
      for (const record of changes.slice(first)) {
        expect(record.state).toBe("ended");
        expect(record.result).toBe(command.record.result);
      }
    }),
    runs,
  );
});

test("a command called expired was never handed to a logger, an unknown one was", () => {
  fc.assert(
    fc.property(...world, (once, manners, happenings) => {
      const { command, seen } = play(once, manners, happenings);
      if (command.record.result === "expired") expect(seen.sends).toBe(0);
      if (command.record.result === "unknown") expect(seen.sends).toBeGreaterThan(0);
    }),
    runs,
  );
});
