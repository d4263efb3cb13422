import type { Context, SignedIn } from "../context.ts";

/** Returns the operator and the instant of an act, for the audit log. */
export function actingOf({ person }: SignedIn, { now }: Pick<Context, "now">) {
  return { at: now(), by: person.id };
}
