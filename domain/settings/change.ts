import { z } from "zod";
import { commandResult } from "../commands/command-record.ts";
import { registerAddress } from "../registers/address.ts";
import { type RegisterValue, registerValue } from "../registers/register.ts";
import { MINUTE_MS } from "../units/durations.ts";

/** Maximum number of items of a change, which fit into one frame to the logger. */
export const MAX_CHANGE_ITEMS = 500;
/** Bounds of `revertAfter`, s. */
export const MIN_REVERT_S = 60;
export const MAX_REVERT_S = 3600;
/** Maximum length of the reason that a user gives. */
export const MAX_REASON_LENGTH = 500;
/** A change that has not begun by then expires, ms, unless its author requests less. */
export const CHANGE_LIFETIME_MS = MINUTE_MS;

/** Id of a change, created by its author: a UUID, stored in lower case. */
export const changeId = z.uuid().toLowerCase();

const writtenValue = registerValue.refine((value) => value !== null, { error: "required" });

/** One register of a change. */
export const changeItemRequest = z.object({
  address: registerAddress,
  value: writtenValue,
  /** Value on which the change is based; if the register has another one, nothing is written. */
  expected: registerValue.optional(),
});
export type ChangeItemRequest = {
  address: string;
  value: RegisterValue;
  expected?: RegisterValue | undefined;
};

/** A change of settings of one site, as its author submits it. */
export const changeRequest = z.object({
  changeId,
  items: z
    .array(changeItemRequest)
    .min(1)
    .max(MAX_CHANGE_ITEMS)
    .refine((items) => new Set(items.map(({ address }) => address)).size === items.length, {
      error: "address twice",
    }),
  /** All items or none. */
  atomic: z.boolean().optional(),
  /** Time after which the device reverts to the old values unless the change is confirmed, s. */
  revertAfter: z.int().min(MIN_REVERT_S).max(MAX_REVERT_S).optional(),
  /** Expiry, ms UTC; the change does not begin afterwards. */
  expires: z.int().optional(),
  /** Why the author makes it. */
  reason: z.string().max(MAX_REASON_LENGTH).optional(),
  /** Typed names of registers that are written more often than the limit of a day, by address. */
  confirmWear: z.record(registerAddress, z.string()).optional(),
});
export type ChangeRequest = Omit<z.infer<typeof changeRequest>, "items"> & {
  items: ChangeItemRequest[];
};

export const changeState = z.enum([
  "queued",
  "sent",
  "acknowledged",
  "read back",
  "rolling back",
  "held",
  "ended",
]);
export type ChangeState = z.infer<typeof changeState>;

/**
 * Result of one item: that of its command, or `conflict` (the register has another value than expected), `not
 * modified` (it has the requested value), `not sent` (the change ended before it), `rolled back` (written, and the old
 * value written again), `reverted by device` (written, and put back by the device).
 */
export const itemResult = z.enum([
  ...commandResult.options,
  "conflict",
  "not modified",
  "not sent",
  "rolled back",
  "reverted by device",
]);
export type ItemResult = z.infer<typeof itemResult>;

/**
 * Result of a change: `partial` and `mixed` if only a part of its items has the new values, `mixed` for an atomic
 * change, which must not happen; `failed` if no item has; `refused` if it was no longer permitted when it began.
 */
export const changeResult = z.enum([
  "success",
  "partial",
  "failed",
  "rolled back",
  "mixed",
  "conflict",
  "not modified",
  "refused",
  "expired",
  "unknown",
  "reverted by device",
]);
export type ChangeResult = z.infer<typeof changeResult>;

export const changeItem = z.object({
  address: registerAddress,
  /** Value before the change; null if it is unknown. */
  from: registerValue,
  value: registerValue,
  state: changeState.exclude(["rolling back"]),
  result: itemResult.optional(),
  readBack: registerValue.optional(),
  /** Whether the device kept the value for 90 s or more; null while that is unknown. */
  held: z.boolean().nullable(),
});
export type ChangeItem = z.infer<typeof changeItem>;

/** A change as its users see it. Instants are ms UTC. */
export const changeRecord = z.object({
  changeId,
  /** Name of the author; `DELETED_ISSUER` if the account was deleted. */
  by: z.string(),
  at: z.int(),
  expires: z.int(),
  atomic: z.boolean(),
  revertAfter: z.int().nullable(),
  reason: z.string().nullable(),
  state: changeState,
  result: changeResult.optional(),
  /** Why a change is `refused`: the code of a check. */
  refusal: z.string().optional(),
  endedAt: z.int().nullable(),
  /** Whether a user has looked at a `mixed` result; null for all other results. */
  seen: z.boolean().nullable(),
  items: z.array(changeItem),
});
export type ChangeRecord = z.infer<typeof changeRecord>;
