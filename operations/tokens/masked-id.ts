import type { KeyRing } from "#protocol/keys/key-ring.ts";
import { mask } from "#protocol/keys/masked.ts";

/** The id that a list shows of a session or of a token: it tells nothing of the stored one, and opens nothing. */
export function maskId(keys: KeyRing, kind: "session" | "token", id: string): string {
  return mask(keys, `${kind}Id`, id);
}
