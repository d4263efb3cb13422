import type { Value } from "./plain.ts";

const WORDS = ["normal", "warning", "fault", "standby", "off"];

/** Offline if not online, else the register's word, else the worst active event, else normal. */
export function decideStatus(
  isOnline: boolean,
  register: Value,
  levels: readonly string[],
): string {
  if (!isOnline) return "offline";
  if (typeof register === "string" && WORDS.includes(register)) return register;
  return ["fault", "warning"].find((level) => levels.includes(level)) ?? "normal";
}
