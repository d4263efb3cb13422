import { COMMAND } from "#protocol/logger/command-numbers.ts";

/** Optional features of the protocol that the simulated logger has. */
export const LOGGER_FEATURES: readonly string[] = ["atomic", "revert", "sync", "firmware"];
/** Features of a logger without keys for firmware. */
export const WITHOUT_FIRMWARE = LOGGER_FEATURES.filter((feature) => feature !== "firmware");

const FEATURE_OF: ReadonlyMap<number, string> = new Map<number, string>([
  [COMMAND.confirm, "revert"],
  [COMMAND.synchronize, "sync"],
]);

/** Returns whether a logger with these features knows a command of the portal. */
export function isFeatureOf(cmd: number, features: readonly string[]): boolean {
  const feature = FEATURE_OF.get(cmd);
  return feature === undefined || features.includes(feature);
}
