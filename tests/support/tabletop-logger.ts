import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { type Flash, keepInMemory } from "#simulator/logger/flash.ts";
import { FleetClock } from "#simulator/logger/fleet-clock.ts";
import { type LoggerFirmware, PretendLogger } from "#simulator/logger/pretend-logger.ts";
import type { PastToSend } from "#simulator/logger/telemetry.ts";
import type { ConfiguredPlant } from "#simulator/plant/configured-plant.ts";
import { MemoryPortal } from "./memory-portal.ts";
import { SteadyPlant } from "./steady-plant.ts";

/** The register of the plant that can be set, from 0 to 10. */
export const SETTING = "00331100F0";
export const START = Date.UTC(2026, 10, 20, 12);

/** A logger and a portal without a network, on a clock that the test moves. */
export function setUpLogger(
  options: {
    random?: number;
    flash?: Flash;
    plant?: SteadyPlant;
    speed?: number;
    past?: PastToSend;
    /** Settings of the plant's devices; `plant` is not used with them. */
    device?: ConfiguredPlant;
    firmware?: LoggerFirmware;
  } = {},
) {
  let now = START;
  const plant = options.plant ?? new SteadyPlant(START);
  const portal = new MemoryPortal(() => now);
  const flash = options.flash ?? keepInMemory();
  const clock = new FleetClock({
    now: () => now,
    speed: options.speed ?? 1,
    startAt: options.speed === undefined ? START : START - 3_600_000,
  });
  const logger = new PretendLogger({
    identity: { serial: "TEST-0001", secret: "s", systemType: "10001", systemCode: 5 },
    plant: options.device ?? plant,
    ...(options.device && { device: options.device }),
    clock,
    dial: portal.dial,
    flash,
    past: options.past ?? null,
    firmware: options.firmware,
    random: () => options.random ?? 0,
    controlMs: () => 300,
  });
  const settle = () => {
    for (let round = 0; round < 5; round++) {
      portal.deliver();
      logger.tick();
    }
    portal.deliver();
  };
  /** Lets so many ms pass, a tenth of a second at a time. */
  const pass = (ms: number) => {
    for (const end = now + ms; now < end; ) {
      now = Math.min(end, now + 100);
      logger.tick();
      portal.deliver();
    }
    settle();
  };
  return { logger, plant, portal, flash, pass, settle, now: () => now };
}

/** A single control as the portal sends it. */
export const makeControl = (id: string, value: number, more: object = {}) => ({
  cmd: COMMAND.control,
  id,
  address: SETTING,
  value,
  expires: START + 600_000,
  ...more,
});
