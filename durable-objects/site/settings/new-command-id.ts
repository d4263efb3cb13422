import type { Clock } from "../interfaces.ts";

const UUID_BYTES = 16;
const GROUPS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** Returns a random UUID (RFC 9562, version 4) for a command or a change of the portal. */
export function newCommandId(clock: Pick<Clock, "randomBytes">): string {
  const bytes = clock.randomBytes(UUID_BYTES);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(GROUPS, "$1-$2-$3-$4-$5");
}
