import type { Equipment } from "#domain/registers/equipment.ts";
import type { Register, RegisterValue } from "#domain/registers/register.ts";
import type { Sample } from "#simulator/plant/plant.ts";
import type { Chance } from "../../support/seeded-chance.ts";
import { WorldPlant } from "../../support/world/world-plant.ts";

const SETTINGS = 36;

/** Settings with every form of precision, a text, a choice, and a read-only register. */
const INVERTER: Register[] = [
  ...Array.from({ length: SETTINGS }, (_, index): Register => {
    const register = (0x100 + index).toString(16).toUpperCase().padStart(4, "0");
    const setting = { register, kind: "setting", access: "rw", min: 0, max: 1_000 } as const;
    const exactness = [{ precision: 0 }, { precision: 1 }, { step: 5 }, {}][index % 4];
    return { ...setting, ...exactness };
  }),
  { register: "0020", kind: "enum", access: "rw", options: { "0": "single", "1": "parallel" } },
  { register: "0060", kind: "text", access: "rw" },
  { register: "0061", kind: "gauge", access: "r" },
];
const SWITCH: Register = {
  register: "0400",
  kind: "setting",
  access: "rw",
  min: 0,
  max: 1,
  step: 1,
};

/** Volatile, so that no write budget limits the controls. */
const volatile = (register: Register): Register => ({ ...register, stored: false });

/** A device that is there to be set. It samples nothing, so that a run's time goes to controls. */
export class Panel extends WorldPlant {
  override equipment: Equipment[] = [
    { address: "FFFF00", registers: [volatile(SWITCH)] },
    // The catalogue knows nothing of this type, so that only the limits above apply.
    { address: "003311", typeCode: "7E44", registers: INVERTER.map(volatile) },
  ];
  override columns: readonly string[] = [];

  override sample(): Sample[] {
    return [];
  }

  override held(): Record<string, RegisterValue> {
    return {};
  }
}

/** Some registers are asked for more often, so that controls meet there. */
const BUSY = ["0033110100", "0033110101", "0033110102", "FFFF000400", "0033110020"];
export const ALL_REGISTERS = [
  ...INVERTER.map(({ register }) => `003311${register}`),
  ...BUSY.filter((address) => address.startsWith("FFFF")),
];
/** Settings of numbers, for many controls at once. */
export const APART = ALL_REGISTERS.slice(0, SETTINGS);

export function anyAddress(chance: Chance): string {
  return chance.oneOf(chance.happens(0.4) ? BUSY : ALL_REGISTERS);
}

/** Mostly one that may be set. */
export function anyValue(chance: Chance, address: string): RegisterValue {
  if (address.endsWith("0060")) return `text ${chance.between(1, 999)}`;
  if (address.endsWith("0400") || address.endsWith("0020"))
    return chance.happens(0.05) ? 2 : chance.between(0, 1);
  if (chance.happens(0.03)) return chance.between(1_001, 2_000);
  const place = APART.indexOf(address) % 4;
  if (place === 2) return 5 * chance.between(0, 200);
  return place === 0 ? chance.between(0, 1_000) : chance.between(0, 10_000) / 10;
}
