import type { SimulatedPlantProfile, SolarField } from "#simulator/plant-profile.ts";
import { addressOf } from "../device-address.ts";
import type { Device, DeviceRegister } from "../device-register.ts";

type SolarDevice = {
  typeCode: string;
  model: string;
  /** Numbered if there are several. */
  alias: string;
  software: string;
  /** @param index of its field in the profile */
  registersOf: (index: number) => DeviceRegister[];
};

/** Describes one device per field of panels with this coupling. */
export function describeSolarDevices(
  { solar }: SimulatedPlantProfile,
  coupling: SolarField["coupling"],
  { typeCode, model, alias, software, registersOf }: SolarDevice,
): Device[] {
  const fields = solar.flatMap((field, index) => (field.coupling === coupling ? [index] : []));
  return fields.map((index, nth) => ({
    address: addressOf(typeCode, nth),
    typeCode,
    model,
    alias: fields.length === 1 ? alias : `${alias} ${nth + 1}`,
    versions: { software },
    registers: registersOf(index),
  }));
}
