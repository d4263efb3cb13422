import { equalWithin } from "../registers/check-setting.ts";
import type { RegisterValue } from "../registers/register.ts";
import {
  type CommandRecord,
  type CommandResult,
  DEVICE_STATUS,
  type DeviceResult,
  resultOfStatus,
} from "./command-record.ts";
import { dueAt, endCommand, type TrackedCommand } from "./tracked-command.ts";

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
  /** The time of `dueAt` has passed. */
  | { kind: "timeout" };

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
      return advanceEnded(command, event);
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

/** Adds a read-back to an ended command that still needs one; nothing else of an ended command changes. */
function advanceEnded(command: TrackedCommand, event: CommandEvent): CommandStep {
  if (!command.needsReadBack || (event.kind !== "answered" && event.kind !== "readBack"))
    return stay(command);
  if (!isRead(event.value)) return stay({ ...command, needsReadBack: event.kind === "answered" });
  return withChange(withReadBack({ ...command, needsReadBack: false }, event.value));
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
  return end(withReadBack(command, value), equal ? "success" : "configuration failed", now);
}

function isRead(value: RegisterValue | undefined): value is string | number {
  return value !== undefined && value !== null;
}

function isDue(command: TrackedCommand, now: number): boolean {
  const due = dueAt(command);
  return due !== null && now >= due;
}

function withReadBack(command: TrackedCommand, value: RegisterValue | undefined): TrackedCommand {
  return isRead(value) ? { ...command, record: { ...command.record, readBack: value } } : command;
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
  const after = advanceEnded(ended, event);
  return { command: after.command, changes: [ended.record, ...after.changes] };
}

function withChange(command: TrackedCommand): CommandStep {
  return { command, changes: [command.record] };
}

function stay(command: TrackedCommand): CommandStep {
  return { command, changes: [] };
}
