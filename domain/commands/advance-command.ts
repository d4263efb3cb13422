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

/** What happens to a command. */
export type CommandEvent =
  /** A logger is connected and no earlier command is in flight at the same address. */
  | { kind: "turn" }
  /** No socket took the frame. */
  | { kind: "unsent" }
  /** A logger reconnected. */
  | { kind: "reconnected" }
  /** 321, 323, 325. */
  | { kind: "answered"; status: number; result: DeviceResult; value?: RegisterValue | undefined }
  /** 511 to the command. */
  | { kind: "refused"; status: number }
  /** 337; no value where the register could not be read. */
  | { kind: "readBack"; value?: RegisterValue | undefined }
  | { kind: "rightEnded" }
  | { kind: "time" };

export type CommandStep = {
  command: TrackedCommand;
  /** The changed records to send to the viewers, in order. */
  changes: CommandRecord[];
  /** `send` the command to the logger, or `ask` it once for the register. */
  effect?: "send" | "ask";
};

/**
 * Advances a command by one event. Success needs the device's acknowledgement and a read-back equal within the
 * register's precision; a result never changes.
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

/** Only the read-back of an ended command can still change, if there was none. */
function advanceEnded(command: TrackedCommand, event: CommandEvent): CommandStep {
  if (!command.wantsReadBack || (event.kind !== "answered" && event.kind !== "readBack"))
    return stay(command);
  if (!isRead(event.value)) return stay({ ...command, wantsReadBack: event.kind === "answered" });
  return withChange(withReadBack({ ...command, wantsReadBack: false }, event.value));
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

/** Ends a command whose time is over while the register's value is unknown; the event itself may contain it. */
function endUnverified(
  command: TrackedCommand,
  result: CommandResult,
  event: CommandEvent,
  now: number,
): CommandStep {
  const ended = { ...endCommand(command, result, now), wantsReadBack: true };
  const after = advanceEnded(ended, event);
  return { command: after.command, changes: [ended.record, ...after.changes] };
}

function withChange(command: TrackedCommand): CommandStep {
  return { command, changes: [command.record] };
}

function stay(command: TrackedCommand): CommandStep {
  return { command, changes: [] };
}
