import { z } from "zod";

/** What the load of a site looks like over a day; the shapes are in physics/load-shapes-data.ts. */
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

/** Panels of one direction. `dc`: on a solar charger at the battery; `ac`: on a PV inverter at the output. */
const solarField = z.object({
  coupling: z.enum(["dc", "ac"]),
  /** W at 1000 W/m² and 25 °C. */
  peakW: z.number().positive(),
  /** Degrees from the horizontal. */
  tilt: z.number().min(0).max(90),
  /** Degrees clockwise from north: 180 faces south. */
  azimuth: z.number().min(0).max(360),
});
export type SolarField = z.infer<typeof solarField>;

export const climate = z.object({
  /** 0 never a cloud, 1 always overcast. */
  cloudiness: z.number().min(0).max(1),
  /** °C over the year. */
  meanTemperature: z.number(),
  /** °C between the mean and the warmest month. */
  seasonalSwing: z.number().min(0),
  /** °C between the day's mean and its warmest hour. */
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
  /** Below this share of the capacity it is kept for outages. */
  reserve: z.number().min(0).max(0.9),
  /** Racks in parallel that make up the capacity, each with registers of its own. */
  racks: z.int().min(1).max(12).default(1),
});
export type BatteryProfile = z.infer<typeof batteryProfile>;

const inverterProfile = z.object({
  /** 0033 inverter, 008E power conversion system. */
  typeCode: z.enum(["0033", "008E"]),
  model: z.string(),
  /** W of each unit. */
  ratedW: z.number().positive(),
  /** Units in parallel. */
  units: z.int().min(1).max(9),
  /** Output phases, which every unit has. */
  phases: z.union([z.literal(1), z.literal(2), z.literal(3)]).default(1),
  /** V of one phase. */
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
  /** It starts below and stops above these shares of the battery's capacity. */
  startSoc: z.number(),
  stopSoc: z.number(),
});

/** An event that the site has had for a while: something for the error list. */
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
    /** Wh of an average day. */
    dailyWh: z.number().positive(),
    /** Share of the load on the backed-up output. */
    criticalShare: z.number().min(0).max(1),
  }),
  /** Has an energy meter (001A) of its own at the grid; in a cabinet one at the load too. */
  meter: z.boolean(),
  /** The model of the cabinet that all of it stands in, with its air conditioning. */
  cabinet: z.string().nullable().default(null),
  standingEvents: z.array(standingEvent).max(4),
});
export type SimulatedPlantProfile = z.infer<typeof simulatedPlant>;

/** What real devices showed at real places, played again (recordings). */
const recordedPlant = z.object({
  kind: z.literal("recording"),
  recording: z.enum(["givenergy-household", "victron-demo"]),
});

export const plantProfile = z.discriminatedUnion("kind", [simulatedPlant, recordedPlant]);
export type PlantProfile = z.infer<typeof plantProfile>;
