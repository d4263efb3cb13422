import fc from "fast-check";
import { DAY_MS } from "#domain/units/durations.ts";
import type { SimulatedPlant } from "#simulator/plant/simulated-plant.ts";
import { loadShapeName, type SimulatedPlantProfile } from "#simulator/plant-profile.ts";

/** An ordinary house with one phase. */
export const house: SimulatedPlantProfile = {
  kind: "simulated",
  commissioned: "2024-05-01",
  climate: { cloudiness: 0.35, meanTemperature: 15, seasonalSwing: 7, dailySwing: 5 },
  solar: [
    { coupling: "dc", peakW: 4_000, tilt: 30, azimuth: 170 },
    { coupling: "ac", peakW: 3_000, tilt: 20, azimuth: 250 },
  ],
  inverter: {
    typeCode: "0033",
    model: "Test 5K",
    ratedW: 5_000,
    units: 1,
    phases: 1,
    voltage: 230,
    frequency: 50,
  },
  battery: {
    chemistry: "lithium",
    typeCode: "008B",
    model: "Test",
    capacityWh: 10_000,
    nominalV: 51.2,
    maxChargeW: 4_000,
    maxDischargeW: 5_000,
    reserve: 0.1,
    racks: 1,
  },
  grid: { exportLimitW: 4_000, outagesPerWeek: 0 },
  generator: null,
  load: { shape: "familyHouse", dailyWh: 12_000, criticalShare: 0.5 },
  meter: true,
  cabinet: null,
  standingEvents: [],
};

const double = (min: number, max: number) => fc.double({ min, max, noNaN: true });
/** A site of any kind: phases, units in parallel, racks, generator, cabinet. */
export const anyProfile: fc.Arbitrary<SimulatedPlantProfile> = fc.record({
  kind: fc.constant("simulated" as const),
  commissioned: fc.constantFrom("2021-03-01", "2026-01-15"),
  climate: fc.record({
    cloudiness: double(0, 1),
    meanTemperature: double(-5, 28),
    seasonalSwing: double(0, 12),
    dailySwing: double(0, 9),
  }),
  solar: fc.array(
    fc.record({
      coupling: fc.constantFrom("dc" as const, "ac" as const),
      peakW: double(500, 15_000),
      tilt: double(0, 90),
      azimuth: double(0, 360),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  inverter: fc.record({
    typeCode: fc.constantFrom("0033" as const, "008E" as const),
    model: fc.constant("Test"),
    ratedW: double(1_000, 15_000),
    units: fc.constantFrom(1, 2, 3),
    phases: fc.constantFrom(1 as const, 2 as const, 3 as const),
    voltage: fc.constantFrom(120, 230),
    frequency: fc.constantFrom(50 as const, 60 as const),
  }),
  battery: fc.option(
    fc.record({
      chemistry: fc.constantFrom("lithium" as const, "lead" as const),
      typeCode: fc.constantFrom("006D" as const, "008B" as const, "008C" as const),
      model: fc.constant("Test"),
      capacityWh: double(2_000, 60_000),
      nominalV: fc.constantFrom(24, 48, 51.2, 400),
      maxChargeW: double(500, 12_000),
      maxDischargeW: double(1_000, 15_000),
      reserve: double(0.05, 0.5),
      racks: fc.constantFrom(1, 3),
    }),
  ),
  grid: fc.option(
    fc.record({ exportLimitW: fc.constantFrom(0, 5_000), outagesPerWeek: double(0, 20) }),
  ),
  generator: fc.option(
    fc.record({
      model: fc.constant("Test"),
      ratedW: double(2_000, 12_000),
      startSoc: double(0.2, 0.5),
      stopSoc: double(0.6, 0.9),
    }),
  ),
  load: fc.record({
    shape: fc.constantFrom(...loadShapeName.options),
    dailyWh: double(3_000, 90_000),
    criticalShare: double(0, 1),
  }),
  meter: fc.boolean(),
  cabinet: fc.option(fc.constant("Test")),
  standingEvents: fc.constant([]),
});
export const anyPlace = fc.record({
  latitude: double(-65, 70),
  longitude: double(-180, 180),
  altitude: double(0, 3_000),
  timeZone: fc.constantFrom("UTC", "Asia/Kathmandu", "America/Santiago", "Australia/Adelaide"),
});
/** Midnight UTC, ms. */
export const anyDay = fc.integer({ min: 20_454, max: 20_818 }).map((day) => day * DAY_MS);

/** Reads the site's registers of a sample by their numbers; those it does not have are 0. */
export function siteReader(plant: SimulatedPlant) {
  const places = new Map(plant.columns.map((address, index) => [address, index]));
  return (values: readonly unknown[], register: string) => {
    const value = values[places.get(`FFFF00${register}`) ?? -1];
    return typeof value === "number" ? value : 0;
  };
}
