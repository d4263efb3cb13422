import type { CommandRecord } from "#domain/commands/command-record.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { ChangeFacts } from "#domain/settings/check-change.ts";
import type { ItemFacts, TrackedChange } from "#domain/settings/tracked-change.ts";
import type { Revocation } from "#protocol/site-rpc.ts";
import type { StoredChange } from "./change-store.ts";

/** Returns what the second read of a command showed; undefined before it, and without a success. */
export function heldOf(
  { held, result }: CommandRecord,
  heldDue: number | null | undefined,
): boolean | "unknown" | undefined {
  if (result !== "success") return undefined;
  if (typeof held === "boolean") return held;
  return heldDue === null || heldDue === undefined ? "unknown" : undefined;
}

/** Facts about an item's register. */
export function factsOf(address: string, value: RegisterValue, facts: ChangeFacts): ItemFacts {
  const check = facts.check(address, value);
  const setting = facts.settingOf(address);
  return {
    precision: check.ok ? check.precision : 0,
    isOneShot: setting?.oneShot ?? false,
    isStored: setting?.stored ?? true,
    isSecret: setting?.secret ?? false,
    from: facts.valueOf(address),
    order: setting?.order,
  };
}

/** Whether a change has issued no command besides its first ones, of which there are `count`. */
export function isFirst({ parts, undoUntil }: TrackedChange, count: number): boolean {
  const issued = parts.filter(({ commandId }) => commandId !== null);
  return (
    undoUntil === null && issued.length === count && issued.every(({ attempts }) => attempts === 1)
  );
}

/** Addresses that a change reads before it repeats a command. */
export function rereadAddresses({ record, parts }: TrackedChange): string[] {
  const last = parts.findLastIndex(({ commandId }) => commandId !== null);
  const item = record.items[last];
  return item === undefined ? [] : [item.address];
}

/** Whether a change has its turn: others wait until it has written or undone all of its items. */
export function isInProgress({ tracked: { phase, method } }: StoredChange): boolean {
  return method !== "direct" && isUnsettledPhase(phase) && phase !== "waiting";
}

export function isWaiting({ tracked: { method, phase } }: StoredChange): boolean {
  return method !== "direct" && isUnsettledPhase(phase);
}

export function isUnsettledPhase(phase: TrackedChange["phase"]): boolean {
  return phase !== "settling" && phase !== "done";
}

export function isOf(change: StoredChange, ended: Revocation): boolean {
  return "session" in ended
    ? change.session === ended.session
    : change.person === ended.person && change.rightsVersion < ended.rightsVersion;
}
