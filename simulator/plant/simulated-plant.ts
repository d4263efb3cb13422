import { z } from "zod";
import type { Equipment } from "#domain/registers/equipment.ts";
import { type RegisterValue, registerValue } from "#domain/registers/register.ts";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { SimulatedPlantProfile } from "../plant-profile.ts";
import type { Device } from "./device-register.ts";
import { describeBatteries } from "./devices/battery.ts";
import { describeCabinet } from "./devices/cabinet.ts";
import { describeGenerator } from "./devices/generator.ts";
import { describeInverters } from "./devices/inverter.ts";
import { describeMeters } from "./devices/meter.ts";
import { describePvInverters } from "./devices/pv-inverter.ts";
import { describeSite } from "./devices/site.ts";
import { describeSolarChargers } from "./devices/solar-charger.ts";
import { evenInstants } from "./even-instants.ts";
import { INVERTERS_ON, type Orders, readOrders } from "./orders.ts";
import type { Plant, Sample } from "./plant.ts";
import { canHappen, type PlantCondition, type PlantConditionKind } from "./plant-condition.ts";
import { PlantEvents } from "./plant-events.ts";
import { PlantModel } from "./plant-model.ts";
import { plantState } from "./plant-state.ts";
import { describeStatuses } from "./plant-statuses.ts";
import type { Reading } from "./reading.ts";
import type { Place } from "./weather.ts";

/** Longer intervals are simulated in several steps. */
const MAX_STEP_MS = 5 * MINUTE_MS;
/** Maximum time that is simulated without sampling. */
const MAX_SKIP_MS = DAY_MS;
/** Maximum number of samples at once: a computer that slept for days leaves a gap. */
const MAX_SAMPLES = 3_600;

const snapshot = z.object({ state: plantState, settings: z.record(z.string(), registerValue) });

/** A site whose sun, load, battery and devices are computed. */
export class SimulatedPlant implements Plant {
  readonly equipment: Equipment[];
  readonly columns: readonly string[];
  readonly #devices: Device[];
  readonly #reads: ((reading: Reading) => RegisterValue)[];
  readonly #settings = new Map<string, RegisterValue>();
  readonly #whenOff = new Set<string>();
  readonly #model: PlantModel;
  readonly #profile: SimulatedPlantProfile;
  readonly #events: PlantEvents;
  readonly #fields: { dc: number[]; ac: number[] };
  #orders: Orders;
  #reading: Reading | null = null;

  constructor(
    profile: SimulatedPlantProfile,
    place: Place & { timeZone: string },
    seed: number,
    startAt: number,
  ) {
    this.#profile = profile;
    this.#events = new PlantEvents(profile, startAt);
    this.#model = new PlantModel(profile, place, seed, startAt);
    this.#fields = { dc: indexesOf(profile, "dc"), ac: indexesOf(profile, "ac") };
    this.#devices = [
      describeSite(profile, place, () => this.#events.worst),
      ...describeInverters(profile),
      ...describeSolarChargers(profile),
      ...describePvInverters(profile),
      ...describeBatteries(profile),
      ...describeGenerator(profile),
      ...describeMeters(profile),
      ...describeCabinet(profile),
    ];
    this.equipment = this.#devices.map((device) => ({
      ...device,
      registers: device.registers.map(({ described }) => described),
    }));
    const columns: string[] = [];
    this.#reads = [];
    for (const { address, registers } of this.#devices) {
      for (const register of registers) {
        const full = address + register.described.register;
        if ("read" in register) {
          columns.push(full);
          this.#reads.push(register.read);
        } else this.#settings.set(full, register.initial);
        if (register.described.whenOff === true) this.#whenOff.add(full);
      }
    }
    this.columns = columns;
    this.#orders = readOrders(profile, this.#settings);
  }

  sample(until: number, stepMs: number): Sample[] {
    const from = Math.max(this.#model.state.at, until - MAX_SAMPLES * stepMs);
    const samples: Sample[] = [];
    for (const at of evenInstants(from, until, stepMs)) {
      this.skip(at);
      const sample = this.latest();
      if (sample !== null) samples.push(sample);
    }
    return samples;
  }

  skip(until: number): void {
    const from = Math.max(this.#model.state.at, until - MAX_SKIP_MS);
    this.#model.state = { ...this.#model.state, at: from };
    while (this.#model.state.at < until) {
      const at = Math.min(until, this.#model.state.at + MAX_STEP_MS);
      this.#reading = this.#model.advance(at, this.#orders);
      this.#events.update(this.#reading);
    }
  }

  latest(): Sample | null {
    const reading = this.#reading;
    return reading && { at: reading.at, values: this.#reads.map((read) => read(reading)) };
  }

  held(): Record<string, RegisterValue> {
    return Object.fromEntries(this.#settings);
  }

  read(address: string): RegisterValue {
    const held = this.#settings.get(address);
    if (held !== undefined) return held;
    const index = this.columns.indexOf(address);
    const read = this.#reads[index];
    return read === undefined || this.#reading === null ? null : read(this.#reading);
  }

  write(address: string, value: RegisterValue): boolean {
    if (!this.#settings.has(address)) return false;
    if (this.#whenOff.has(address) && this.#settings.get(INVERTERS_ON) === 1) return false;
    this.#settings.set(address, value);
    this.#orders = readOrders(this.#profile, this.#settings);
    return true;
  }

  statuses(): ReturnType<Plant["statuses"]> {
    return this.#reading === null
      ? []
      : describeStatuses(this.#devices, this.#fields, this.#reading, this.#events.isBatteryLow);
  }

  events(): ReturnType<Plant["events"]> {
    return this.#events.list();
  }

  impose(condition: PlantCondition): boolean {
    if (!canHappen(condition, this.#profile)) return false;
    this.#model.conditions.set(condition.kind, condition);
    return true;
  }

  lift(kind: PlantConditionKind): boolean {
    return this.#model.conditions.delete(kind);
  }

  snapshot(): z.infer<typeof snapshot> {
    return { state: this.#model.state, settings: this.held() };
  }

  restore(given: unknown): void {
    const parsed = snapshot.safeParse(given);
    if (!parsed.success) return;
    this.#model.restore(parsed.data.state);
    for (const [address, value] of Object.entries(parsed.data.settings))
      if (this.#settings.has(address)) this.#settings.set(address, value);
    this.#orders = readOrders(this.#profile, this.#settings);
  }
}

function indexesOf(profile: SimulatedPlantProfile, coupling: "dc" | "ac"): number[] {
  return profile.solar.flatMap((field, index) => (field.coupling === coupling ? [index] : []));
}
