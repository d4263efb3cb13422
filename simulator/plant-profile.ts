import { z } from "zod";

/** Maximum number of inverters at a site: a cabinet has up to ten power conversion systems. */
const MAX_UNITS = 10;

/** The daily load shape of a site; the shapes are in physics/load-shapes-data.ts. */
export const loadShapeName = z.enum([
  "familyHouse",
  "farm",
  "workshop",
  "office",
  "cabin",
  "telecom",
  "bakery",
  "guestHouse",
]);
export type LoadShapeName = z.infer<typeof loadShapeName>;

/** Panels of one orientation. `dc`: on a solar charger at the battery; `ac`: on a PV inverter at the output. */
const solarField = z.object({
  coupling: z.enum(["dc", "ac"]),
  /** W at 1000 W/m² and 25 °C. */
  peakW: z.number().positive(),
  /** Tilt in degrees from the horizontal. */
  tilt: z.number().min(0).max(90),
  /** Azimuth in degrees clockwise from north: 180 faces south. */
  azimuth: z.number().min(0).max(360),
});
export type SolarField = z.infer<typeof solarField>;

export const climate = z.object({
  /** Cloudiness from 0 (always clear) to 1 (always overcast). */
  cloudiness: z.number().min(0).max(1),
  /** Annual mean temperature, °C. */
  meanTemperature: z.number(),
  /** Difference between the mean and the warmest month, °C. */
  seasonalSwing: z.number().min(0),
  /** Difference between the daily mean and the warmest hour, °C. */
  dailySwing: z.number().min(0),
});
export type Climate = z.infer<typeof climate>;

const batteryProfile = z.object({
  chemistry: z.enum(["lithium", "lead"]),
  /** Equipment type of its register address. */
  typeCode: z.enum(["006D", "008B", "008C"]),
  model: z.string(),
  capacityWh: z.number().positive(),
  nominalV: z.number().positive(),
  maxChargeW: z.number().positive(),
  maxDischargeW: z.number().positive(),
  /** Share of the capacity that is kept for outages. */
  reserve: z.number().min(0).max(0.9),
  /** Parallel racks that form the capacity, each with its own registers. */
  racks: z.int().min(1).max(12).default(1),
});
export type BatteryProfile = z.infer<typeof batteryProfile>;

const inverterProfile = z.object({
  /** 0033 inverter, 008E power conversion system. */
  typeCode: z.enum(["0033", "008E"]),
  model: z.string(),
  /** Rated power of each unit, W. */
  ratedW: z.number().positive(),
  /** Number of units in parallel. */
  units: z.int().min(1).max(MAX_UNITS),
  /** Number of output phases of each unit. */
  phases: z.union([z.literal(1), z.literal(2), z.literal(3)]).default(1),
  /** Voltage of one phase, V. */
  voltage: z.number().positive(),
  frequency: z.union([z.literal(50), z.literal(60)]),
});

const gridProfile = z.object({
  exportLimitW: z.number().min(0),
  outagesPerWeek: z.number().min(0),
});

const generatorProfile = z.object({
  model: z.string(),
  ratedW: z.number().positive(),
  /** The generator starts below and stops above these shares of the battery's capacity. */
  startSoc: z.number(),
  stopSoc: z.number(),
});

/** An event that has been active for a while, to fill the error list. */
const standingEvent = z.object({
  device: z.enum(["inverter", "battery", "charger", "pvInverter", "generator"]),
  eventNo: z.int().min(0),
  level: z.enum(["fault", "warning", "info"]),
  code: z.string(),
  message: z.string(),
});

export const simulatedPlant = z.object({
  kind: z.literal("simulated"),
  /** First day of its lifetime counters, YYYY-MM-DD. */
  commissioned: z.iso.date(),
  climate,
  solar: z.array(solarField).min(1).max(4),
  inverter: inverterProfile,
  battery: batteryProfile.nullable(),
  grid: gridProfile.nullable(),
  generator: generatorProfile.nullable(),
  load: z.object({
    shape: loadShapeName,
    /** Energy of an average day, Wh. */
    dailyWh: z.number().positive(),
    /** Share of the load on the backed-up output. */
    criticalShare: z.number().min(0).max(1),
  }),
  /** Whether an energy meter (001A) is installed at the grid; in a cabinet also one at the load. */
  meter: z.boolean(),
  /** Model of the cabinet that contains the equipment, with air conditioning. */
  cabinet: z.string().nullable().default(null),
  standingEvents: z.array(standingEvent).max(4),
  /** Whether the devices have all settings of the catalogue; by default only those of the plant. */
  settings: z.enum(["all", "own"]).optional(),
});
export type SimulatedPlantProfile = z.infer<typeof simulatedPlant>;

/** A replay of recorded devices (recordings). */
const recordedPlant = z.object({
  kind: z.literal("recording"),
  recording: z.enum(["givenergy-household", "victron-demo"]),
});

export const plantProfile = z.discriminatedUnion("kind", [simulatedPlant, recordedPlant]);
export type PlantProfile = z.infer<typeof plantProfile>;
