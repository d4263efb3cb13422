import type {
  BatteryProfile,
  LoadShapeName,
  SimulatedPlantProfile,
  SolarField,
} from "#simulator/plant-profile.ts";
import { hashText, seededRandom } from "#simulator/random.ts";
import type { DemoSite } from "./demo-site.ts";
import { SPARE_PLACES } from "./spare-places-data.ts";

const SYSTEMS = [
  { systemType: "10001", systemCode: 4, model: "CK 3.0", ratedW: 3_000 },
  { systemType: "10002", systemCode: 3, model: "Apollo Maxx 8K", ratedW: 8_000 },
  { systemType: "10003", systemCode: 5, model: "Apollo Maxx 5K", ratedW: 5_000 },
  { systemType: "10004", systemCode: 5, model: "Qoma 33H", ratedW: 8_000 },
  { systemType: "10005", systemCode: 10, model: "Tyrann 10K", ratedW: 10_000 },
  { systemType: "10006", systemCode: 2, model: "EtherLink Hybrid 6K", ratedW: 6_000 },
  { systemType: "10008", systemCode: 4, model: "RiiO Sun 5KVA", ratedW: 5_000 },
] as const;

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

/** The spare sites SIM-00001, SIM-00002 …, the same every time, for `npm run simulate -- --sites 100`. */
export function listSpareSites(count = 1_000): DemoSite[] {
  return Array.from({ length: count }, (_, index) => describeSpareSite(index + 1));
}

function describeSpareSite(number: number): DemoSite {
  const serial = `SIM-${String(number).padStart(5, "0")}`;
  const random = seededRandom(hashText(serial));
  const between = (low: number, high: number) => low + (high - low) * random();
  const pick = <Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  const place = pick(SPARE_PLACES);
  const system = pick(SYSTEMS);
  const field = (): SolarField => ({
    coupling: random() < 0.25 ? "ac" : "dc",
    peakW: Math.round(system.ratedW * between(0.5, 1.1)),
    tilt: Math.round(between(8, 40)),
    azimuth: Math.round(((place.latitude > 0 ? 180 : 360) + between(-60, 60)) % 360),
  });
  const profile: SimulatedPlantProfile = {
    kind: "simulated",
    commissioned: `202${Math.floor(between(1, 6))}-0${Math.floor(between(1, 10))}-1${Math.floor(between(0, 10))}`,
    climate: place.climate,
    solar: random() < 0.4 ? [field(), field()] : [field()],
    inverter: {
      typeCode: "0033",
      model: system.model,
      ratedW: system.ratedW,
      units: 1,
      phases: 1,
      voltage: place.voltage,
      frequency: place.frequency,
    },
    battery: random() < 0.85 ? describeBattery(system.ratedW, random) : null,
    grid: {
      exportLimitW: random() < 0.3 ? 0 : 5_000,
      outagesPerWeek: random() < 0.3 ? between(0.5, 5) : 0,
    },
    generator: null,
    load: {
      shape: pick(SHAPES),
      dailyWh: Math.round(system.ratedW * between(1.8, 3.6)),
      criticalShare: Math.round(between(3, 10)) / 10,
    },
    meter: random() < 0.6,
    cabinet: null,
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

function describeBattery(ratedW: number, random: () => number): BatteryProfile {
  const capacityWh = Math.round((ratedW * (1.2 + 2.2 * random())) / 480) * 480;
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
