import type { EventLevel } from "#domain/alarms/event.ts";
import type { FaultCode } from "#domain/alarms/fault-codes.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { SimulatedPlantProfile } from "../plant-profile.ts";
import { lowChargeOf } from "./battery-estimate.ts";
import { addressOf } from "./device-address.ts";
import type { ActiveEvent } from "./plant.ts";
import type { Reading } from "./reading.ts";

type Rule = Omit<ActiveEvent, "at"> & {
  isRaised: (reading: Reading) => boolean;
  /** Has a wider threshold than `isRaised`, so that an event does not flicker. */
  isCleared: (reading: Reading) => boolean;
};

const LEVELS: readonly EventLevel[] = ["fault", "warning", "info"];
const LOW_CHARGE: FaultCode = "batteryLow";

/** Tracks the faults of a site with the beginning of each. */
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

  get worst(): EventLevel | null {
    const levels = this.list().map(({ level }) => level);
    return LEVELS.find((level) => levels.includes(level)) ?? null;
  }

  get isBatteryLow(): boolean {
    return [...this.#active.keys()].some(({ code }) => code === LOW_CHARGE);
  }
}

function listRules(profile: SimulatedPlantProfile): Rule[] {
  const inverter = addressOf(profile.inverter.typeCode);
  const rules: Rule[] = [
    {
      address: inverter,
      eventNo: 9,
      code: "acOutputOff",
      level: "fault",
      message: "Nothing left to feed it",
      isRaised: ({ flow }) => flow.shutDown,
      isCleared: ({ flow }) => !flow.shutDown,
    },
    {
      address: inverter,
      eventNo: 5,
      code: "heatSinkOverTemperature",
      level: "warning",
      isRaised: ({ inverterTemperature }) => inverterTemperature > 72,
      isCleared: ({ inverterTemperature }) => inverterTemperature < 66,
    },
  ];
  if (profile.grid !== null)
    rules.push({
      address: inverter,
      eventNo: 21,
      code: "acInputLost",
      level: "warning",
      isRaised: ({ gridThere }) => !gridThere,
      isCleared: ({ gridThere }) => gridThere,
    });
  for (let unit = 0; unit < profile.inverter.units; unit++)
    rules.push({
      address: addressOf(profile.inverter.typeCode, unit),
      eventNo: 12,
      code: "busOverVoltage",
      level: "fault",
      message: "Inverter switched off",
      isRaised: ({ units }) => units[unit]?.state === "fault",
      isCleared: ({ units }) => units[unit]?.state !== "fault",
    });
  if (profile.generator !== null)
    rules.push(
      failureOf(3, "generatorOutOfFuel", ({ fuel }) => fuel === 0),
      failureOf(4, "generatorStartFailed", ({ fuel }) => fuel > 0),
    );
  const { battery } = profile;
  if (battery !== null) {
    const low = lowChargeOf(profile);
    rules.push({
      address: addressOf(battery.typeCode),
      eventNo: 2,
      code: LOW_CHARGE,
      level: "warning",
      isRaised: (reading) => (reading.battery?.soc ?? 1) < low,
      isCleared: (reading) => (reading.battery?.soc ?? 1) > low + 0.06,
    });
  }
  return rules;
}

function failureOf(eventNo: number, code: FaultCode, isCause: (reading: Reading) => boolean): Rule {
  const isSo = (reading: Reading) => reading.generator === "failed" && isCause(reading);
  return {
    address: addressOf("800D"),
    eventNo,
    code,
    level: "fault",
    isRaised: isSo,
    isCleared: (reading) => !isSo(reading),
  };
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
