import type { SimulatedPlantProfile } from "../plant-profile.ts";
import { addressOf } from "./device-address.ts";
import type { ActiveEvent } from "./plant.ts";
import type { Reading } from "./reading.ts";

type Rule = Omit<ActiveEvent, "at"> & {
  isRaised: (reading: Reading) => boolean;
  /** Less eager than the opposite of `isRaised`, so that an event does not flicker. */
  isCleared: (reading: Reading) => boolean;
};

const DAY_MS = 86_400_000;

/** What goes wrong at a site, and since when. */
export class PlantEvents {
  readonly #rules: Rule[];
  readonly #active = new Map<Rule, number>();
  readonly #standing: ActiveEvent[];

  constructor(profile: SimulatedPlantProfile, startedAt: number) {
    this.#rules = listRules(profile);
    this.#standing = profile.standingEvents.map(({ device, ...event }, index) => ({
      ...event,
      address: addressOfDevice(profile, device),
      at: Math.floor(startedAt / DAY_MS) * DAY_MS - (index + 1) * DAY_MS,
    }));
  }

  update(reading: Reading): void {
    for (const rule of this.#rules) {
      if (this.#active.has(rule)) {
        if (rule.isCleared(reading)) this.#active.delete(rule);
      } else if (rule.isRaised(reading)) this.#active.set(rule, reading.at);
    }
  }

  list(): ActiveEvent[] {
    const active = [...this.#active].map(([{ isRaised: _, isCleared: __, ...event }, at]) => ({
      ...event,
      at,
    }));
    return [...this.#standing, ...active];
  }

  get hasWarning(): boolean {
    return this.list().some(({ level }) => level !== "info");
  }
}

function listRules(profile: SimulatedPlantProfile): Rule[] {
  const inverter = addressOf(profile.inverter.typeCode);
  const rules: Rule[] = [
    {
      address: inverter,
      eventNo: 9,
      code: "0009",
      level: "fault",
      message: "Output switched off: nothing left to feed it",
      isRaised: ({ flow }) => flow.shutDown,
      isCleared: ({ flow }) => !flow.shutDown,
    },
    {
      address: inverter,
      eventNo: 5,
      code: "0005",
      level: "warning",
      message: "Heat sink temperature high",
      isRaised: ({ inverterTemperature }) => inverterTemperature > 72,
      isCleared: ({ inverterTemperature }) => inverterTemperature < 66,
    },
  ];
  if (profile.grid !== null)
    rules.push({
      address: inverter,
      eventNo: 21,
      code: "0015",
      level: "warning",
      message: "AC input lost",
      isRaised: ({ gridThere }) => !gridThere,
      isCleared: ({ gridThere }) => gridThere,
    });
  const { battery } = profile;
  if (battery !== null) {
    const low = (profile.grid === null ? battery.reserve : 0.6 * battery.reserve) - 0.01;
    rules.push({
      address: addressOf(battery.typeCode),
      eventNo: 2,
      code: "0002",
      level: "warning",
      message: "Battery charge low",
      isRaised: (reading) => (reading.battery?.soc ?? 1) < low,
      isCleared: (reading) => (reading.battery?.soc ?? 1) > low + 0.06,
    });
  }
  return rules;
}

function addressOfDevice(
  profile: SimulatedPlantProfile,
  device: SimulatedPlantProfile["standingEvents"][number]["device"],
): string {
  const types = {
    inverter: profile.inverter.typeCode,
    battery: profile.battery?.typeCode ?? "006D",
    charger: "0032",
    pvInverter: "00FF",
    generator: "800D",
  };
  return addressOf(types[device]);
}
