import { z } from "zod";
import type { RegisterValue } from "#domain/registers/register.ts";
import { TOKEN_LOCKS } from "#protocol/logger/messages.ts";

/** Token that unlocks a locked simulated logger. */
export const SIMULATOR_TOKEN = "simulator";

/** State of a logger's own panel: whether it admits changes, and the lock of its authorisation token. */
export const devicePanel = z.object({
  remoteControl: z.boolean().default(true),
  lock: z.enum(TOKEN_LOCKS).default("unlocked"),
});
export type DevicePanel = z.infer<typeof devicePanel>;

/** Reads a register of the panel by its name in the catalogue; undefined for every other register. */
export function readPanel(
  panel: DevicePanel,
  name: string | null | undefined,
): RegisterValue | undefined {
  if (name === "remoteControlAllowed") return panel.remoteControl ? 1 : 0;
  return name === "settingsLock" ? TOKEN_LOCKS.indexOf(panel.lock) : undefined;
}

/**
 * Writes a register of the panel by its name in the catalogue.
 * @returns the panel afterwards; null if it refuses; undefined for every other register
 */
export function writePanel(
  panel: DevicePanel,
  name: string | null | undefined,
  value: RegisterValue,
): DevicePanel | null | undefined {
  if (name === "remoteControlAllowed") return { ...panel, remoteControl: value === 1 };
  if (name === "settingsLock") {
    const lock = TOKEN_LOCKS[Number(value)];
    return lock === undefined ? null : { ...panel, lock };
  }
  if (name !== "authorizationToken" || panel.lock !== "locked") return undefined;
  return value === SIMULATOR_TOKEN ? { ...panel, lock: "unlocked" } : null;
}

/** Returns whether the panel admits a remote change of a register with this name. */
export function admitsChange(panel: DevicePanel, name: string | null | undefined): boolean {
  return panel.remoteControl && (panel.lock !== "locked" || name === "authorizationToken");
}
