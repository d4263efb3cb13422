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

/** °C above which the fan runs. */
const FAN_START = 28;
/** Relative humidity of the air outside at 10 °C, %, and its decrease per K; warmer air in the cabinet is drier. */
const OUTSIDE_HUMIDITY = { at10: 72, perKelvin: 0.9, least: 25, greatest: 95 };
const DRYING_PER_KELVIN = 0.055;

const AIR_CONDITIONING = { 0: "off", 1: "cooling", 2: "heating" };
const DOOR = { 0: "closed", 1: "open" };
const DETECTOR = { 0: "none", 1: "detected" };
const OFF_ON = { 0: "off", 1: "on" };

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
  const humidity = (reading: Reading) => {
    const { at10, perKelvin, least, greatest } = OUTSIDE_HUMIDITY;
    const outside = Math.min(greatest, Math.max(least, at10 - perKelvin * (reading.air - 10)));
    return outside * Math.exp(-DRYING_PER_KELVIN * Math.max(0, inside(reading) - reading.air));
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
        gauge("0104", "Humidity inside", "%", 1, humidity),
        state("0105", "Door", DOOR, () => 0),
        state("0106", "Smoke detector", DETECTOR, () => 0),
        state("0107", "Water sensor", DETECTOR, () => 0),
        state("0108", "Fan", OFF_ON, (reading) => {
          return mode(reading) === 1 || inside(reading) > FAN_START ? 1 : 0;
        }),
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
