import { z } from "zod";
import { registerAddress } from "../registers/address.ts";
import { registerValue } from "../registers/register.ts";
import { DAY_MS, MINUTE_MS } from "../units/durations.ts";

export const commandState = z.enum(["queued", "sent", "acknowledged", "ended"]);
export type CommandState = z.infer<typeof commandState>;

/** Results that a device can answer (specification, section 4). */
export const deviceResult = z.enum([
  "success",
  "parameter error",
  "response timeout",
  "configuration failed",
]);
export type DeviceResult = z.infer<typeof deviceResult>;

/** Statuses of a device's answer; any other status means that the configuration failed. */
export const DEVICE_STATUS = {
  success: 200,
  parameterError: 400,
  timeout: 408,
  failed: 500,
} as const;

/** Returns the result that a device's status stands for. */
export function resultOfStatus(status: number): DeviceResult {
  if (status === DEVICE_STATUS.success) return "success";
  if (status === DEVICE_STATUS.parameterError) return "parameter error";
  return status === DEVICE_STATUS.timeout ? "response timeout" : "configuration failed";
}

/** Id of a command, created by its issuer: a UUID, stored in lower case. */
export const commandId = z.uuid().toLowerCase();

/** Final result of a command: a device's result, `expired` (never sent) or `unknown` (sent, never answered). */
export const commandResult = z.enum([...deviceResult.options, "expired", "unknown"]);
export type CommandResult = z.infer<typeof commandResult>;

export const commandRecord = z.object({
  commandId,
  /** Name of the issuer; `DELETED_ISSUER` if their account was deleted. */
  by: z.string(),
  address: registerAddress,
  value: registerValue,
  /** When the server accepted the command, ms UTC. */
  at: z.int(),
  state: commandState,
  result: commandResult.optional(),
  readBack: registerValue.optional(),
  /**
   * Whether the device kept the value: `true` or `false` from a second read 90 s or more after the read-back, null
   * after a success while that is unknown, absent without a success.
   */
  held: z.boolean().nullable().optional(),
  /** Expiry, ms UTC; the command is not executed afterwards. */
  expires: z.int(),
});
export type CommandRecord = z.infer<typeof commandRecord>;

/** Replaces the name of a deleted user, in every language. */
export const DELETED_ISSUER = "–";

/** Lifetime of a command, ms, unless its issuer requests a shorter one. */
export const COMMAND_LIFETIME_MS = MINUTE_MS;
/** How long an ended command is kept, during which a repeated command id has no effect, ms. */
export const COMMAND_MEMORY_MS = 30 * DAY_MS;
