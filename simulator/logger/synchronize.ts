import { findPiece } from "#domain/registers/check-setting.ts";
import type { ConfiguredPlant } from "../plant/configured-plant.ts";
import { INVERTERS_ON } from "../plant/orders.ts";
import type { Plant } from "../plant/plant.ts";

/** Settings by which devices differ, which are not copied from one to another. */
const OWN_SETTINGS: readonly (string | null | undefined)[] = ["label", "busAddress", "unitSwitch"];

type Order = { from: string; to: readonly string[]; expires: number };

/**
 * Copies the settings of one inverter to others of the same type, while the inverters are off.
 * @param server ms UTC by the server's clock
 * @returns the status of the answer
 */
export function synchronize(
  { from, to, expires }: Order,
  plant: Plant,
  device: ConfiguredPlant,
  server: number,
): 200 | 400 | 408 | 409 | 500 {
  if (server > expires) return 408;
  const source = findPiece(plant.equipment, from);
  const targets = to.map((address) => findPiece(plant.equipment, address));
  const isFitting = targets.every(
    (piece) => piece !== undefined && piece !== source && piece.typeCode === source?.typeCode,
  );
  if (source === undefined || !isFitting) return 400;
  if (!device.panel.remoteControl) return 500;
  if (plant.read(INVERTERS_ON) === 1) return 409;
  const copied = source.registers
    .map(({ register }) => register)
    .filter((register) => {
      const setting = device.settingOf(from + register);
      const isCopied = setting?.access === "rw" && !setting.oneShot && !setting.secret;
      return isCopied && !OWN_SETTINGS.includes(setting.name);
    });
  const pairs = to.flatMap((address) => copied.map((register) => [address, register] as const));
  const isDone = pairs.every(([address, register]) => {
    const value = plant.read(from + register);
    if (value === null || plant.read(address + register) === value) return true;
    return plant.write(address + register, value);
  });
  return isDone ? 200 : 500;
}
