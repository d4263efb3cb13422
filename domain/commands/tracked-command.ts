import { z } from "zod";
import type { SettingCheck } from "../registers/check-setting.ts";
import { type RegisterValue, registerValue } from "../registers/register.ts";
import { DAY_MS, SECOND_MS } from "../units/durations.ts";
import { COMMAND_LIFETIME_MS, type CommandRecord, commandRecord } from "./command-record.ts";

/** Stored form of a tracked command; releases must be able to read each other's commands. */
const storedCommand = z.object({
  record: commandRecord,
  /** Whether the command is sent to the logger at most once (324). */
  once: z.boolean(),
  /** Newest value of the register when the command was accepted; absent if unknown, or from an earlier release. */
  from: registerValue.optional(),
  /** Number of times that the command was sent to the logger. */
  sends: z.int(),
  /** Number of decimals within which the read-back must equal the value. */
  precision: z.int(),
  /** When the register was requested because the acknowledgement had no read-back, ms UTC; null before that. */
  askedAt: z.int().nullable(),
  /** Whether the command ended with an unknown register value, which must be read when a logger is connected. */
  wantsReadBack: z.boolean(),
  /** Whether the issuer's access was revoked, after which the command is not sent again. */
  revoked: z.boolean(),
  /** ms UTC */
  endedAt: z.int().nullable(),
  /** Id of the change that it belongs to; absent for a command of an earlier release. */
  change: z.string().optional(),
  /** Whether the logger executes all commands of its batch or none. */
  atomic: z.boolean().optional(),
  /** Time after which the device reverts the value unless it is confirmed, s. */
  revertAfter: z.int().optional(),
  /** Confirmation of a command with `revertAfter`, which is sent again until the device answers it. */
  confirmation: z.enum(["open", "sent", "done"]).optional(),
  /** Whether a second read of the register can show the value. */
  isHeldRead: z.boolean().optional(),
  /** Whether the value is a secret, which no user sees and which is not kept after the end. */
  isSecret: z.boolean().optional(),
  /** Equipment to which a synchronisation of parameters copies the settings; absent for other commands. */
  synchronized: z.array(z.string()).optional(),
  /** When the second read is due, ms UTC; null or absent if none is. */
  heldDue: z.int().nullable().optional(),
  /** Whether the register was requested for the second read, or would have been with a logger. */
  isHeldAsked: z.boolean().optional(),
});

/** A command record with the server's own state of it. Its stored form calls `needsReadBack` `wantsReadBack`. */
export const trackedCommand = storedCommand.transform(({ wantsReadBack, ...command }) => ({
  ...command,
  needsReadBack: wantsReadBack,
}));
export type TrackedCommand = z.output<typeof trackedCommand>;

/** Returns the stored form of a command, which `trackedCommand` parses. */
export function storeCommand(command: TrackedCommand): z.output<typeof storedCommand> {
  const { needsReadBack, ...stored } = command;
  return { ...stored, wantsReadBack: needsReadBack };
}

/** A command ends at most this long after it expires, ms. */
export const MAX_END_DELAY_MS = 22 * SECOND_MS;
/** An answer is accepted up to this long after the command expires, ms. */
export const ANSWER_GRACE_MS = 2 * SECOND_MS;
/** A read-back requested after an acknowledgement must arrive within this time, ms. */
export const READ_BACK_WITHIN_MS = 20 * SECOND_MS;

/** The second read of a register follows this long after its read-back, ms. */
export const HELD_AFTER_MS = 90 * SECOND_MS;
/** A second read is attempted for this long after the end of the command, ms. */
export const HELD_WITHIN_MS = DAY_MS;
/** The second read of a command that the device may revert waits this much longer than that, ms. */
const REVERT_MARGIN_MS = 10 * SECOND_MS;

type Given = Pick<CommandRecord, "commandId" | "by" | "address" | "value"> & {
  once: boolean;
  /** Newest value of the register. */
  from?: RegisterValue | undefined;
  /** Expiry requested by the caller, ms UTC. */
  expires?: number | undefined;
  change?: string | undefined;
  atomic?: boolean | undefined;
  revertAfter?: number | undefined;
  /** Whether a second read can show the value; not for a register that is written only. */
  isHeldRead?: boolean | undefined;
  isSecret?: boolean | undefined;
  synchronized?: string[] | undefined;
};

/**
 * Creates a command: queued, or already ended if its value is out of range or its expiry has passed.
 * @param check result of checking the value against the register
 * @param now ms UTC
 */
export function startCommand(
  {
    once,
    expires,
    from,
    change,
    atomic,
    revertAfter,
    isHeldRead,
    isSecret,
    synchronized,
    ...given
  }: Given,
  check: SettingCheck,
  now: number,
): TrackedCommand {
  const latest = now + COMMAND_LIFETIME_MS;
  const command: TrackedCommand = {
    record: { ...given, at: now, state: "queued", expires: Math.min(expires ?? latest, latest) },
    once,
    ...(from !== undefined && !isSecret && { from }),
    sends: 0,
    precision: check.ok ? check.precision : 0,
    askedAt: null,
    needsReadBack: false,
    revoked: false,
    endedAt: null,
    ...(change !== undefined && { change }),
    ...(atomic && { atomic }),
    ...(revertAfter !== undefined && { revertAfter }),
    ...(isHeldRead && { isHeldRead }),
    ...(isSecret && { isSecret }),
    ...(synchronized !== undefined && { synchronized }),
  };
  if (!check.ok) return endCommand(command, "parameter error", now);
  return command.record.expires <= now ? endCommand(command, "expired", now) : command;
}

/** Returns the command as ended with a result at `now`, ms UTC. */
export function endCommand(
  command: TrackedCommand,
  result: NonNullable<CommandRecord["result"]>,
  now: number,
): TrackedCommand {
  const ended = { ...command.record, state: "ended", result } as const;
  return { ...command, record: command.isSecret ? withoutValue(ended) : ended, endedAt: now };
}

/** Returns the record of a command as its users see it. */
export function visibleRecord({
  record,
  isSecret,
}: Pick<TrackedCommand, "isSecret" | "record">): CommandRecord {
  return isSecret ? withoutValue(record) : record;
}

function withoutValue({ readBack: _, ...record }: CommandRecord): CommandRecord {
  return { ...record, value: null };
}

/**
 * Returns a command that ended with success and waits for its second read. A value that the device may still revert is
 * read after that.
 * @param now ms UTC
 */
export function awaitHeld(command: TrackedCommand, now: number): TrackedCommand {
  const { confirmation, record, revertAfter } = command;
  const held = { ...command, record: { ...record, held: null } };
  if (!command.isHeldRead) return held;
  const endedAt = command.endedAt ?? now;
  const kept = endedAt + HELD_AFTER_MS;
  const isReverted = revertAfter !== undefined && confirmation !== "done";
  const reverted = isReverted ? now + revertAfter * SECOND_MS + REVERT_MARGIN_MS : 0;
  return { ...held, heldDue: Math.max(kept, reverted) };
}

/** Returns the instant of the command's next timeout, ms UTC; null after it has ended. */
export function dueAt({ record, askedAt }: TrackedCommand): number | null {
  switch (record.state) {
    case "queued":
      return record.expires;
    case "sent":
      return record.expires + ANSWER_GRACE_MS;
    case "acknowledged":
      return (askedAt ?? record.expires) + READ_BACK_WITHIN_MS;
    case "ended":
      return null;
  }
}
