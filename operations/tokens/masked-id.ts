import type { KeyRing } from "#protocol/keys/key-ring.ts";
import { mask } from "#protocol/keys/masked.ts";

/** Masks the id of a session or token for lists: it does not reveal the stored id and grants nothing. */
export function maskId(keys: KeyRing, kind: "session" | "token", id: string): string {
  return mask(keys, `${kind}Id`, id);
}
