import { z } from "zod";
import { type LocalTime, toLocalTime } from "../local-time.ts";
import { chargeBattery, limitsOf } from "../physics/battery.ts";
import { Load } from "../physics/load.ts";
import { panelPower } from "../physics/panels.ts";
import { type Flow, solveFlow } from "../physics/power-flow.ts";
import type { SimulatedPlantProfile } from "../plant-profile.ts";
import { hashNumbers, seededRandom, uniformAt } from "../random.ts";
import { WORKING_MODE } from "./devices/inverter.ts";
import { addFlow, energyCounters } from "./energy-counters.ts";
import { burnFuel, decideGenerator, generatorState } from "./generator-control.ts";
import { isGridThere } from "./grid-supply.ts";
import type { Orders } from "./orders.ts";
import { guessPastEnergy } from "./past-energy.ts";
import { readMeters } from "./read-meters.ts";
import type { Reading } from "./reading.ts";
import { type Place, type Weather, weatherAt } from "./weather.ts";

/** What of a plant changes with time and has to outlive the process. */
export const plantState = z.object({
  at: z.number(),
  /** 0 to 1; meaningless without a battery. */
  soc: z.number(),
  counters: energyCounters,
  generator: generatorState,
  /** Shut down for want of power, until some is back. */
  exhausted: z.boolean(),
});
export type PlantState = z.infer<typeof plantState>;

/** Of a PV inverter, from its panels to its output. */
const PV_INVERTER_EFFICIENCY = 0.965;
/** It starts again when the battery holds so much more than nothing. */
const RECOVERED_SOC = 0.12;

/** The physics of one site. */
export class PlantModel {
  readonly #profile: SimulatedPlantProfile;
  readonly #place: Place & { timeZone: string };
  readonly #seed: number;
  readonly #load: Load;
  readonly #random: () => number;
  readonly #chargerRatedW: number;
  state: PlantState;

  constructor(
    profile: SimulatedPlantProfile,
    place: Place & { timeZone: string },
    seed: number,
    startAt: number,
  ) {
    this.#profile = profile;
    this.#place = place;
    this.#seed = seed;
    this.#load = new Load(profile.load, hashNumbers(seed, 1));
    this.#random = seededRandom(hashNumbers(seed, 2));
    this.#chargerRatedW = Math.max(
      1,
      0.95 * sumOf(profile.solar.map((f) => (f.coupling === "dc" ? f.peakW : 0))),
    );
    this.state = {
      at: startAt,
      soc: 0.45 + 0.4 * uniformAt(seed, 3),
      counters: guessPastEnergy(profile, startAt),
      generator: { runs: false, since: 0, fuel: 0.35 + 0.6 * uniformAt(seed, 4) },
      exhausted: false,
    };
  }

  /** Runs on to `at` in one step and reads all meters there. */
  advance(at: number, orders: Orders): Reading {
    const { state } = this;
    const { battery, grid } = this.#profile;
    const hours = (at - state.at) / 3_600_000;
    const local = toLocalTime(at, this.#place.timeZone);
    const weather = weatherAt(this.#place, { ...this.#profile, seed: this.#seed }, at, local);
    const gridThere = grid !== null && isGridThere(this.#seed, at, grid.outagesPerWeek);
    const generator = this.#runGenerator(orders, at);
    const offered = this.#offeredBy(weather, orders);
    const flow = this.#solve({ at, hours, local, weather, orders, gridThere, generator, offered });
    const fields = splitFlow(this.#profile, flow, offered);
    const soc =
      battery === null ? state.soc : chargeBattery(battery, state.soc, flow.battery, hours);
    const share = generator.runs ? flow.generator / (this.#profile.generator?.ratedW ?? 1) : 0;
    this.state = {
      at,
      soc,
      exhausted: flow.shutDown,
      generator: generator.runs
        ? { ...generator, fuel: burnFuel(generator.fuel, share, hours) }
        : generator,
      counters: addFlow(state.counters, flow, fields, hours, {
        inverter: orders.on && !flow.shutDown,
        generator: generator.runs,
      }),
    };
    return readMeters(
      { at, flow, fields, weather, gridThere, on: orders.on, state: this.state },
      this.#profile,
      this.#seed,
      this.#random,
    );
  }

  #runGenerator(orders: Orders, at: number) {
    if (this.#profile.generator === null) return this.state.generator;
    const soc = this.#profile.battery === null ? null : this.state.soc;
    return decideGenerator(this.state.generator, orders.generator, soc, at);
  }

  /** W that each field could give: at its charger's input, or at its PV inverter's output. */
  #offeredBy(weather: Weather, orders: Orders): number[] {
    let nth = 0;
    return this.#profile.solar.map((field, index) => {
      const { onPlane, cell } = weather.fields[index] ?? { onPlane: 0, cell: 0 };
      const power = panelPower(field.peakW, onPlane, cell);
      if (field.coupling === "dc") return power;
      return Math.min(power * PV_INVERTER_EFFICIENCY, field.peakW * orders.pvShare(nth++));
    });
  }

  #solve(now: {
    at: number;
    hours: number;
    local: LocalTime;
    weather: Weather;
    orders: Orders;
    gridThere: boolean;
    generator: { runs: boolean };
    offered: number[];
  }): Flow {
    const { orders, gridThere } = now;
    const { battery, inverter, generator, solar } = this.#profile;
    const keep = gridThere ? orders.reserve : 0;
    const limits =
      battery === null
        ? { charge: 0, discharge: 0 }
        : limitsOf(battery, this.state.soc, keep, now.hours);
    const idle = gridThere && orders.mode !== WORKING_MODE.selfUse;
    const fills = gridThere && orders.mode === WORKING_MODE.backup && this.state.soc < 0.98;
    const generatorW = now.generator.runs && generator !== null ? generator.ratedW : 0;
    const rests =
      this.state.exhausted &&
      !gridThere &&
      generatorW === 0 &&
      this.state.soc < RECOVERED_SOC + this.#floor;
    const charge = Math.min(limits.charge, orders.maxChargeW);
    const flow = solveFlow({
      on: orders.on && !rests,
      inverterRatedW: inverter.ratedW * inverter.units,
      chargerRatedW: this.#chargerRatedW,
      panels: sumOf(
        now.offered.map((power, index) => (solar[index]?.coupling === "dc" ? power : 0)),
      ),
      pvInverter: sumOf(
        now.offered.map((power, index) => (solar[index]?.coupling === "ac" ? power : 0)),
      ),
      load: this.#load.powerAt(now.at, now.local, now.weather.air),
      battery: {
        charge,
        discharge: idle ? 0 : limits.discharge,
        wanted: fills ? Math.min(charge, 0.15 * (battery?.capacityWh ?? 0)) : 0,
      },
      grid: gridThere ? { exportLimit: orders.exportLimitW } : null,
      generator: generatorW,
    });
    return rests && orders.on ? { ...flow, shutDown: true } : flow;
  }

  get #floor(): number {
    return this.#profile.battery?.chemistry === "lead" ? 0.3 : 0;
  }
}

/** W of each field: what its charger or PV inverter takes of what it offered. */
function splitFlow(
  profile: SimulatedPlantProfile,
  flow: Flow,
  offered: readonly number[],
): number[] {
  const total = { dc: 0, ac: 0 };
  profile.solar.forEach(({ coupling }, index) => {
    total[coupling] += offered[index] ?? 0;
  });
  return profile.solar.map(({ coupling }, index) => {
    if (total[coupling] <= 0) return 0;
    const taken = coupling === "dc" ? flow.solarCharger : flow.pvInverter;
    return (taken * (offered[index] ?? 0)) / total[coupling];
  });
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
