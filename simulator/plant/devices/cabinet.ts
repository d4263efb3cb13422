import type { SimulatedPlantProfile } from "#simulator/plant-profile.ts";
import { addressOf } from "../device-address.ts";
import { type Device, gauge, setting, state } from "../device-register.ts";
import type { Reading } from "../reading.ts";

/** °C: cooling stops at this temperature and starts at an offset above it; heating has its own limit. */
const COOLING_STOP = 24;
const COOLING_DIFFERENCE = 6;
const HEATING_START = 8;
/** K by which the equipment warms the cabinet, at rest and per rated power. */
const WARMTH = { rest: 4, carrying: 22 };

const AIR_CONDITIONING = { 0: "off", 1: "cooling", 2: "heating" };

/** Describes the sensors and air conditioning of a cabinet; their consumption is part of the load. */
export function describeCabinet(profile: SimulatedPlantProfile): Device[] {
  const { cabinet, inverter } = profile;
  if (cabinet === null) return [];
  const ratedW = inverter.ratedW * inverter.units;
  const free = ({ air, flow }: Reading) =>
    air + WARMTH.rest + (WARMTH.carrying * Math.abs(flow.inverter)) / ratedW;
  const mode = (reading: Reading) => {
    if (free(reading) > COOLING_STOP + COOLING_DIFFERENCE) return 1;
    return free(reading) < HEATING_START ? 2 : 0;
  };
  const inside = (reading: Reading) => {
    const warm = free(reading);
    if (mode(reading) === 1) return COOLING_STOP + 0.25 * (warm - COOLING_STOP);
    return Math.max(HEATING_START, warm);
  };
  return [
    {
      address: addressOf("0077"),
      typeCode: "0077",
      model: cabinet,
      alias: "Cabinet",
      registers: [
        gauge("0101", "Air temperature inside", "°C", 1, inside),
        gauge("0102", "Air temperature outside", "°C", 1, (reading) => reading.air),
        state("0103", "Air conditioning", AIR_CONDITIONING, mode),
        setting(
          "0020",
          "Cooling stop",
          { unit: "°C", min: 15, max: 35, step: 1, precision: 0 },
          COOLING_STOP,
        ),
        setting(
          "0021",
          "Cooling difference",
          { unit: "°C", min: 1, max: 15, step: 1, precision: 0 },
          COOLING_DIFFERENCE,
        ),
      ],
    },
  ];
}
