import type {
  BatteryProfile,
  LoadShapeName,
  SimulatedPlantProfile,
  SolarField,
} from "#simulator/plant-profile.ts";
import { hashText, seededRandom } from "#simulator/random.ts";
import type { DemoSite } from "./demo-site.ts";
import { SPARE_PLACES } from "./spare-places-data.ts";

type System = { systemType: string; systemCode: number; model: string; ratedW: number };
/** A system with more equipment than a house with one inverter. */
type LargerSystem = System &
  Partial<Pick<SimulatedPlantProfile["inverter"], "typeCode" | "phases" | "units">> & {
    /** Capacity of one battery rack, Wh; the battery consists of several racks. */
    rackWh?: number;
    cabinet?: string;
    hasGenerator?: boolean;
    isOffGrid?: boolean;
  };

const SYSTEMS: readonly System[] = [
  { systemType: "10001", systemCode: 4, model: "CK 3.0", ratedW: 3_000 },
  { systemType: "10002", systemCode: 3, model: "Apollo Maxx 8K", ratedW: 8_000 },
  { systemType: "10003", systemCode: 5, model: "Apollo Maxx 5K", ratedW: 5_000 },
  { systemType: "10004", systemCode: 5, model: "Qoma 33H", ratedW: 8_000 },
  { systemType: "10005", systemCode: 10, model: "Tyrann 10K", ratedW: 10_000 },
  { systemType: "10006", systemCode: 2, model: "EtherLink Hybrid 6K", ratedW: 6_000 },
  { systemType: "10008", systemCode: 4, model: "RiiO Sun 5KVA", ratedW: 5_000 },
];

/**
 * Every fourth spare site has one of these systems, in turn. Few sites have such equipment, but together the systems
 * cover all of it.
 */
const LARGER_SYSTEMS: readonly LargerSystem[] = [
  {
    systemType: "10009",
    systemCode: 19,
    model: "Combi LV 6K split phase",
    ratedW: 6_000,
    phases: 2,
    units: 2,
    hasGenerator: true,
  },
  {
    systemType: "10004",
    systemCode: 3,
    model: "RiiO Sun 15KVA three-phase",
    ratedW: 15_000,
    phases: 3,
    hasGenerator: true,
  },
  {
    systemType: "10007",
    systemCode: 2,
    model: "EtherLink PCS 30K",
    ratedW: 30_000,
    typeCode: "008E",
    phases: 3,
    units: 3,
    hasGenerator: true,
    rackWh: 53_760,
    cabinet: "Outdoor cabinet 90 kW / 215 kWh",
  },
  {
    systemType: "10009",
    systemCode: 261,
    model: "Combi LV 12K split phase",
    ratedW: 12_000,
    phases: 2,
  },
  {
    systemType: "10005",
    systemCode: 10,
    model: "Tyrann 10K",
    ratedW: 5_000,
    units: 4,
    hasGenerator: true,
    isOffGrid: true,
  },
  {
    systemType: "10009",
    systemCode: 13,
    model: "Combi LV 6K split phase",
    ratedW: 6_000,
    phases: 2,
  },
];
/** Maximum voltage of one phase for a split-phase system, V. */
const SPLIT_PHASE_VOLTAGE = 127;

const SHAPES: readonly LoadShapeName[] = [
  "familyHouse",
  "familyHouse",
  "familyHouse",
  "farm",
  "workshop",
  "office",
  "cabin",
  "bakery",
  "guestHouse",
];

/**
 * Lists the spare sites SIM-00001, SIM-00002 and so on for `npm run simulate -- --sites 100`. The result is the same
 * each time.
 */
export function listSpareSites(count = 1_000): DemoSite[] {
  return Array.from({ length: count }, (_, index) => describeSpareSite(index + 1));
}

function describeSpareSite(number: number): DemoSite {
  const serial = `SIM-${String(number).padStart(5, "0")}`;
  const random = seededRandom(hashText(serial));
  const between = (low: number, high: number) => low + (high - low) * random();
  const pick = <Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  const larger = largerSystemOf(number);
  const { phases = 1, units = 1, typeCode = "0033" } = larger ?? {};
  const place = pick(
    SPARE_PLACES.filter(({ voltage }) => phases !== 2 || voltage <= SPLIT_PHASE_VOLTAGE),
  );
  const chosen = pick(SYSTEMS);
  const system = larger ?? chosen;
  const allW = system.ratedW * units;
  const field = (): SolarField => ({
    coupling: random() < 0.25 ? "ac" : "dc",
    peakW: Math.round(allW * between(0.5, 1.1)),
    tilt: Math.round(between(8, 40)),
    azimuth: Math.round(((place.latitude > 0 ? 180 : 360) + between(-60, 60)) % 360),
  });
  const profile: SimulatedPlantProfile = {
    kind: "simulated",
    commissioned: `202${Math.floor(between(1, 6))}-0${Math.floor(between(1, 10))}-1${Math.floor(between(0, 10))}`,
    climate: place.climate,
    solar: random() < 0.4 ? [field(), field()] : [field()],
    inverter: {
      typeCode,
      model: system.model,
      ratedW: system.ratedW,
      units,
      phases,
      voltage: place.voltage,
      frequency: place.frequency,
    },
    battery:
      random() < 0.85 || larger?.hasGenerator
        ? describeBattery(allW, random, larger?.rackWh)
        : null,
    grid: describeGrid(random, larger),
    generator: larger?.hasGenerator ? describeGenerator(allW) : null,
    load: {
      shape: pick(SHAPES),
      dailyWh: Math.round(allW * between(1.8, 3.6)),
      criticalShare: Math.round(between(3, 10)) / 10,
    },
    meter: random() < 0.6,
    cabinet: larger?.cabinet ?? null,
    standingEvents: [],
  };
  return {
    serial,
    group: "spare",
    name: `${place.town} ${number}`,
    location: `${place.town}, ${place.country}`,
    country: place.country,
    latitude: Number((place.latitude + between(-0.08, 0.08)).toFixed(4)),
    longitude: Number((place.longitude + between(-0.08, 0.08)).toFixed(4)),
    altitude: place.altitude,
    timeZone: place.timeZone,
    systemType: system.systemType,
    systemCode: system.systemCode,
    electricityPrice: place.electricityPrice,
    priceUnit: place.priceUnit,
    profile,
  };
}

/** Returns the system of the sites 3, 7, 11 and so on; undefined for all other sites. */
function largerSystemOf(number: number): LargerSystem | undefined {
  if (number % 4 !== 3) return undefined;
  return LARGER_SYSTEMS[Math.floor(number / 4) % LARGER_SYSTEMS.length];
}

function describeGrid(
  random: () => number,
  larger: LargerSystem | undefined,
): SimulatedPlantProfile["grid"] {
  const exportLimitW = random() < 0.3 ? 0 : 5_000;
  const outagesPerWeek = random() < 0.3 ? 0.5 + 4.5 * random() : 0;
  return larger?.isOffGrid ? null : { exportLimitW, outagesPerWeek };
}

function describeGenerator(allW: number): SimulatedPlantProfile["generator"] {
  const ratedW = Math.round(allW * 0.8);
  return { model: `Diesel generator ${ratedW / 1_000} kW`, ratedW, startSoc: 0.28, stopSoc: 0.7 };
}

function describeBattery(
  ratedW: number,
  random: () => number,
  rackWh: number | undefined,
): BatteryProfile {
  const capacityWh = Math.round((ratedW * (1.2 + 2.2 * random())) / 480) * 480;
  if (rackWh !== undefined) return describeRacks(rackWh, Math.ceil(capacityWh / rackWh));
  return random() < 0.75
    ? {
        chemistry: "lithium",
        typeCode: "008B",
        model: "Lithium module LFP-51",
        capacityWh,
        racks: 1,
        nominalV: 51.2,
        maxChargeW: Math.round(capacityWh * 0.5),
        maxDischargeW: Math.round(capacityWh * 0.7),
        reserve: 0.1,
      }
    : {
        chemistry: "lead",
        typeCode: "006D",
        model: "OPzV bank 48 V",
        capacityWh,
        racks: 1,
        nominalV: 48,
        maxChargeW: Math.round(capacityWh * 0.18),
        maxDischargeW: Math.round(capacityWh * 0.4),
        reserve: 0.45,
      };
}

function describeRacks(rackWh: number, racks: number): BatteryProfile {
  const capacityWh = rackWh * racks;
  const maxW = Math.round(capacityWh * 0.42);
  return {
    chemistry: "lithium",
    typeCode: "008C",
    model: `Battery rack ${Math.round(rackWh / 1_000)} kWh`,
    capacityWh,
    racks,
    nominalV: 716.8,
    maxChargeW: maxW,
    maxDischargeW: maxW,
    reserve: 0.15,
  };
}
