import { z } from "zod";
import { registerAddress } from "../registers/address.ts";
import { registerValue } from "../registers/register.ts";

export const commandState = z.enum(["queued", "sent", "acknowledged", "ended"]);
export type CommandState = z.infer<typeof commandState>;

/** What a device answers (specification, section 4). */
export const deviceResult = z.enum([
  "success",
  "parameter error",
  "response timeout",
  "configuration failed",
]);
export type DeviceResult = z.infer<typeof deviceResult>;

/** The statuses of a device's answer; any other means that the configuration failed. */
export const DEVICE_STATUS = {
  success: 200,
  parameterError: 400,
  timeout: 408,
  failed: 500,
} as const;

/** The result that a device's status stands for. */
export function resultOfStatus(status: number): DeviceResult {
  if (status === DEVICE_STATUS.success) return "success";
  if (status === DEVICE_STATUS.parameterError) return "parameter error";
  return status === DEVICE_STATUS.timeout ? "response timeout" : "configuration failed";
}

/** A command's id, created by its issuer; all spellings of a UUID are the same id. */
export const commandId = z.uuid().toLowerCase();

/** What a command can come to: a device's result, `expired` (never sent), `unknown` (sent, never answered). */
export const commandResult = z.enum([...deviceResult.options, "expired", "unknown"]);
export type CommandResult = z.infer<typeof commandResult>;

export const commandRecord = z.object({
  commandId,
  /** Name of the issuer; `DELETED_ISSUER` if their account was deleted. */
  by: z.string(),
  address: registerAddress,
  value: registerValue,
  /** ms UTC, when the server took it. */
  at: z.int(),
  state: commandState,
  result: commandResult.optional(),
  readBack: registerValue.optional(),
  /** ms UTC; it is never executed after this. */
  expires: z.int(),
});
export type CommandRecord = z.infer<typeof commandRecord>;

/** Replaces the name of a deleted account, in every language. */
export const DELETED_ISSUER = "–";

/** Lifetime of a command, ms, unless its issuer asks for less. */
export const COMMAND_LIFETIME_MS = 60_000;
/** How long a repeated command id has no effect, ms. */
export const COMMAND_MEMORY_MS = 30 * 24 * 3_600_000;
