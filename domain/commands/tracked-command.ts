import { z } from "zod";
import type { SettingCheck } from "../registers/check-setting.ts";
import { COMMAND_LIFETIME_MS, type CommandRecord, commandRecord } from "./command-record.ts";

/** A command record and what the server keeps beside it to bring it to its end. */
export const trackedCommand = z.object({
  record: commandRecord,
  /** Handed to the logger at most once (324). */
  once: z.boolean(),
  /** How often it was handed to the logger. */
  sends: z.int(),
  /** Decimals within which a read-back has to equal the value. */
  precision: z.int(),
  /** When the device acknowledged without a read-back and the register was asked for, ms UTC. */
  askedAt: z.int().nullable(),
  /** The command ended with an unknown register value, which must be read when a logger is connected. */
  wantsReadBack: z.boolean(),
  /** The issuer's access was revoked: the command is not sent again. */
  revoked: z.boolean(),
  /** ms UTC */
  endedAt: z.int().nullable(),
});
export type TrackedCommand = z.infer<typeof trackedCommand>;

/** Latest end of a command after it expires. */
export const LATEST_END_MS = 22_000;
/** An answer under way when a command expires may still come in. */
export const ANSWER_GRACE_MS = 2_000;
/** How long a register asked for after an acknowledgement may stay away. */
export const READ_BACK_WITHIN_MS = 20_000;

type Given = Pick<CommandRecord, "commandId" | "by" | "address" | "value"> & {
  once: boolean;
  /** What the caller asked for, ms UTC. */
  expires?: number | undefined;
};

/** A command as it starts: queued, or ended unsent where its value is out of range or its time has passed. */
export function startCommand(
  { once, expires, ...given }: Given,
  check: SettingCheck,
  now: number,
): TrackedCommand {
  const latest = now + COMMAND_LIFETIME_MS;
  const command: TrackedCommand = {
    record: { ...given, at: now, state: "queued", expires: Math.min(expires ?? latest, latest) },
    once,
    sends: 0,
    precision: check.ok ? check.precision : 0,
    askedAt: null,
    wantsReadBack: false,
    revoked: false,
    endedAt: null,
  };
  if (!check.ok) return endCommand(command, "parameter error", now);
  return command.record.expires <= now ? endCommand(command, "expired", now) : command;
}

export function endCommand(
  command: TrackedCommand,
  result: NonNullable<CommandRecord["result"]>,
  now: number,
): TrackedCommand {
  return { ...command, record: { ...command.record, state: "ended", result }, endedAt: now };
}

/** When time itself will next move the command, ms UTC; null once it has ended. */
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
