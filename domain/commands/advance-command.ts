import { equalWithin } from "../registers/check-setting.ts";
import type { RegisterValue } from "../registers/register.ts";
import { MINUTE_MS } from "../units/durations.ts";
import {
  type CommandRecord,
  type CommandResult,
  DEVICE_STATUS,
  type DeviceResult,
  resultOfStatus,
} from "./command-record.ts";
import {
  awaitHeld,
  dueAt,
  endCommand,
  HELD_AFTER_MS,
  HELD_WITHIN_MS,
  type TrackedCommand,
} from "./tracked-command.ts";

/** Event in the life of a command. */
export type CommandEvent =
  /** A logger is connected and no earlier command is in flight at the same address. */
  | { kind: "turn" }
  /** No socket accepted the frame. */
  | { kind: "unsent" }
  /** A logger reconnected. */
  | { kind: "reconnected" }
  /** The logger answered the command (321, 323 or 325). */
  | { kind: "answered"; status: number; result: DeviceResult; value?: RegisterValue | undefined }
  /** The logger refused the command (511). */
  | { kind: "refused"; status: number }
  /** The register was read (337); `value` is absent if the logger could not read it. */
  | { kind: "readBack"; value?: RegisterValue | undefined }
  /** The issuer's access was revoked. */
  | { kind: "rightEnded" }
  /** The device confirmed the command, so that it does not revert it (327). */
  | { kind: "confirmed" }
  /** A later command at the same address was sent. */
  | { kind: "superseded" }
  /** The time of `dueAt` or of the second read has passed. */
  | { kind: "timeout"; isOffline?: boolean };

/** Result of an event: the new state of the command, and what must be done. */
export type CommandStep = {
  command: TrackedCommand;
  /** The changed records to send to the viewers, in order. */
  changes: CommandRecord[];
  /** `send` sends the command to the logger, `ask` requests the register from it once. */
  effect?: "send" | "ask";
};

/**
 * Advances a command by one event. Success requires the device's acknowledgement and a read-back that is equal within
 * the register's precision; a result never changes.
 * @param now ms UTC
 */
export function advanceCommand(
  command: TrackedCommand,
  event: CommandEvent,
  now: number,
): CommandStep {
  switch (command.record.state) {
    case "queued":
      return advanceQueued(command, event, now);
    case "sent":
      return advanceSent(command, event, now);
    case "acknowledged":
      return advanceAcknowledged(command, event, now);
    case "ended":
      return advanceEnded(command, event, now);
  }
}

function advanceQueued(command: TrackedCommand, event: CommandEvent, now: number): CommandStep {
  if (now >= command.record.expires || event.kind === "rightEnded" || command.revoked)
    return end(command, "expired", now);
  if (event.kind !== "turn") return stay(command);
  return { ...withChange({ ...inState(command, "sent"), sends: 1 }), effect: "send" };
}

function advanceSent(command: TrackedCommand, event: CommandEvent, now: number): CommandStep {
  if (isDue(command, now)) return endUnverified(command, "unknown", event, now);
  switch (event.kind) {
    case "unsent":
      if (command.sends > 1) return stay({ ...command, sends: command.sends - 1 });
      return withChange({ ...inState(command, "queued"), sends: 0 });
    case "reconnected":
      if (command.once || command.revoked || now >= command.record.expires) return stay(command);
      return { command: { ...command, sends: command.sends + 1 }, changes: [], effect: "send" };
    case "answered":
      return takeAnswer(command, event, now);
    case "refused":
      return end(
        command,
        event.status === DEVICE_STATUS.parameterError ? "parameter error" : "configuration failed",
        now,
      );
    case "rightEnded":
      return stay({ ...command, revoked: true });
    default:
      return stay(command);
  }
}

function advanceAcknowledged(
  command: TrackedCommand,
  event: CommandEvent,
  now: number,
): CommandStep {
  if (isDue(command, now)) return endUnverified(command, "response timeout", event, now);
  return event.kind === "readBack" ? compare(command, event.value, now) : stay(command);
}

/** Adds a read-back or a second read to an ended command; nothing else of an ended command changes. */
function advanceEnded(command: TrackedCommand, event: CommandEvent, now: number): CommandStep {
  if (event.kind === "confirmed") return stay(confirmCommand(command, now));
  if (command.heldDue !== undefined && command.heldDue !== null)
    return advanceHeld(command, command.heldDue, event, now);
  if (!command.needsReadBack || (event.kind !== "answered" && event.kind !== "readBack"))
    return stay(command);
  if (!isRead(event.value)) return stay({ ...command, needsReadBack: event.kind === "answered" });
  return withChange(withReadBack({ ...command, needsReadBack: false }, event.value));
}

/** Advances a command that waits for the second read of its register. */
function advanceHeld(
  command: TrackedCommand,
  due: number,
  event: CommandEvent,
  now: number,
): CommandStep {
  const endedAt = command.endedAt ?? now;
  const until = endedAt + HELD_WITHIN_MS;
  switch (event.kind) {
    case "superseded":
      return stay({ ...command, heldDue: null });
    case "readBack": {
      if (!isRead(event.value)) return stay(command);
      const held = equalWithin(command.precision, command.record.value, event.value);
      const record = { ...command.record, held };
      return withChange({ ...command, record, heldDue: null });
    }
    case "reconnected":
      // The query was lost with the connection.
      return command.isHeldAsked ? askAgain(command, endedAt, now) : stay(command);
    case "timeout":
      if (now < due) break;
      if (now >= until) return stay({ ...command, heldDue: null });
      // Without a logger it is read after the next connection.
      if (event.isOffline) return stay({ ...command, heldDue: until, isHeldAsked: true });
      return askAgain(command, endedAt, now);
  }
  return stay(command);
}

function askAgain(command: TrackedCommand, endedAt: number, now: number): CommandStep {
  const heldDue = nextHeldRead(endedAt, now);
  return { ...stay({ ...command, heldDue, isHeldAsked: true }), effect: "ask" };
}

/** A read without an answer is repeated ever less often. */
function nextHeldRead(endedAt: number, now: number): number {
  return Math.min(endedAt + HELD_WITHIN_MS, now + Math.max(MINUTE_MS, now - endedAt));
}

function confirmCommand(command: TrackedCommand, now: number): TrackedCommand {
  const { endedAt, heldDue } = command;
  const confirmed: TrackedCommand = { ...command, confirmation: "done" };
  if (heldDue === undefined || heldDue === null) return confirmed;
  return { ...confirmed, heldDue: Math.max(now, (endedAt ?? now) + HELD_AFTER_MS) };
}

type Answer = Extract<CommandEvent, { kind: "answered" }>;

function takeAnswer(command: TrackedCommand, answer: Answer, now: number): CommandStep {
  const result = resultOf(answer);
  if (result !== "success") return end(withReadBack(command, answer.value), result, now);
  const acknowledged = inState(command, "acknowledged");
  if (!isRead(answer.value))
    return { ...withChange({ ...acknowledged, askedAt: now }), effect: "ask" };
  const compared = compare(acknowledged, answer.value, now);
  return { ...compared, changes: [acknowledged.record, ...compared.changes] };
}

function resultOf({ status, result }: Answer): DeviceResult {
  return result === "success" ? resultOfStatus(status) : result;
}

function compare(
  command: TrackedCommand,
  value: RegisterValue | undefined,
  now: number,
): CommandStep {
  if (!isRead(value)) return end(command, "response timeout", now);
  const equal = equalWithin(command.precision, command.record.value, value);
  const ended = endCommand(
    withReadBack(command, value),
    equal ? "success" : "configuration failed",
    now,
  );
  return withChange(equal ? awaitHeld(ended, now) : ended);
}

function isRead(value: RegisterValue | undefined): value is string | number {
  return value !== undefined && value !== null;
}

function isDue(command: TrackedCommand, now: number): boolean {
  const due = dueAt(command);
  return due !== null && now >= due;
}

function withReadBack(command: TrackedCommand, value: RegisterValue | undefined): TrackedCommand {
  if (!isRead(value) || command.isSecret) return command;
  return { ...command, record: { ...command.record, readBack: value } };
}

function inState(command: TrackedCommand, state: CommandRecord["state"]): TrackedCommand {
  return { ...command, record: { ...command.record, state } };
}

function end(command: TrackedCommand, result: CommandResult, now: number): CommandStep {
  return withChange(endCommand(command, result, now));
}

/** Ends an overdue command without knowing the register's value; the event itself may still contain that value. */
function endUnverified(
  command: TrackedCommand,
  result: CommandResult,
  event: CommandEvent,
  now: number,
): CommandStep {
  const ended = { ...endCommand(command, result, now), needsReadBack: true };
  const after = advanceEnded(ended, event, now);
  return { command: after.command, changes: [ended.record, ...after.changes] };
}

function withChange(command: TrackedCommand): CommandStep {
  return { command, changes: [command.record] };
}

function stay(command: TrackedCommand): CommandStep {
  return { command, changes: [] };
}
