import { HOUR_MS } from "#domain/units/durations.ts";
import { type LocalTime, toLocalTime } from "../local-time.ts";
import { chargeBattery, limitsOf } from "../physics/battery.ts";
import { Load } from "../physics/load.ts";
import { shareLoad, splitOverPhases } from "../physics/phases.ts";
import { type Flow, solveFlow } from "../physics/power-flow.ts";
import type { SimulatedPlantProfile } from "../plant-profile.ts";
import { hashNumbers, seededRandom } from "../random.ts";
import { hideCharge } from "./battery-estimate.ts";
import { WORKING_MODE } from "./devices/inverter.ts";
import { addFlow } from "./energy-counters.ts";
import {
  burnFuel,
  decideGenerator,
  type GeneratorState,
  hasEngineOn,
} from "./generator-control.ts";
import { isGridThere } from "./grid-supply.ts";
import type { Orders } from "./orders.ts";
import { type PlantCondition, type PlantConditionKind, unitOf } from "./plant-condition.ts";
import { completeState, guessState, type PlantState } from "./plant-state.ts";
import { readMeters } from "./read-meters.ts";
import type { Reading } from "./reading.ts";
import { addUpOffers, offerSolar, splitSolar } from "./solar-fields.ts";
import { shareAmongUnits, type Unit } from "./units.ts";
import { type Place, type Weather, weatherAt } from "./weather.ts";

/** The plant starts again at this much charge above empty. */
const RECOVERED_SOC = 0.12;

/** The physics of one site. */
export class PlantModel {
  readonly #profile: SimulatedPlantProfile;
  readonly #place: Place & { timeZone: string };
  readonly #seed: number;
  readonly #load: Load;
  readonly #random: () => number;
  readonly #chargerRatedW: number;
  /** Imposed conditions. */
  readonly conditions = new Map<PlantConditionKind, PlantCondition>();
  state: PlantState;
  /** Share of the battery's charge that its BMS does not show. */
  #hidden = 0;

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
    this.#random = seededRandom(hashNumbers(hashNumbers(seed, 2), Math.floor(startAt / 1_000)));
    this.#chargerRatedW = Math.max(
      1,
      0.95 *
        addUpOffers(
          profile,
          profile.solar.map(({ peakW }) => peakW),
          "dc",
        ),
    );
    this.state = guessState(profile, seed, startAt);
  }

  /** Restores a state. */
  restore(state: PlantState): void {
    this.state = completeState(state, this.state);
  }

  /** Advances to `at` in one step and reads all meters there. */
  advance(at: number, orders: Orders): Reading {
    const { state, conditions } = this;
    const { battery, grid, inverter } = this.#profile;
    const hours = (at - state.at) / HOUR_MS;
    const local = toLocalTime(at, this.#place.timeZone);
    const site = { ...this.#profile, seed: this.#seed };
    const weather = weatherAt(this.#place, site, at, local, conditions.has("cloudy"));
    const gridThere =
      grid !== null &&
      !conditions.has("grid-outage") &&
      isGridThere(this.#seed, at, grid.outagesPerWeek);
    const shown = this.#showCharge(hours);
    const units = shareAmongUnits(this.#unitStates(orders), this.#seed, at);
    const generator = this.#runGenerator(orders, at, shown, gridThere);
    const offered = offerSolar(this.#profile, weather, orders);
    const flow = this.#solve({
      at,
      hours,
      local,
      weather,
      orders,
      gridThere,
      generator,
      offered,
      units,
      shown,
    });
    const fields = splitSolar(this.#profile, flow, offered);
    const soc =
      battery === null ? state.soc : chargeBattery(battery, state.soc, flow.battery, hours);
    const share = flow.generator / (this.#profile.generator?.ratedW ?? 1);
    const isOn = units.some((unit) => unit.state === "on");
    this.state = {
      at,
      soc,
      exhausted: flow.shutDown,
      generator: hasEngineOn(generator)
        ? { ...generator, fuel: burnFuel(generator.fuel, share, hours) }
        : generator,
      counters: addFlow(
        state.counters,
        flow,
        fields,
        hours,
        { inverter: isOn && !flow.shutDown, generator: hasEngineOn(generator) },
        units,
      ),
    };
    const source = gridThere ? "grid" : flow.inverter === 0 ? "generator" : "inverter";
    const phases = splitOverPhases(flow, shareLoad(this.#seed, at, inverter.phases), source);
    return readMeters(
      {
        at,
        flow,
        phases,
        units,
        fields,
        weather,
        gridThere,
        shownSoc: Math.max(0, soc - this.#hidden),
        state: this.state,
      },
      this.#profile,
      this.#seed,
      this.#random,
    );
  }

  /** The charge that the BMS shows. */
  #showCharge(hours: number): number {
    const { soc } = this.state;
    const isEmpty = this.conditions.has("battery-low");
    if (isEmpty || this.#hidden > 0)
      this.#hidden = hideCharge(this.#hidden, soc, this.#profile, isEmpty, hours);
    return Math.max(0, soc - this.#hidden);
  }

  #unitStates(orders: Orders): Unit["state"][] {
    const fault = this.conditions.get("inverter-fault");
    const faulty = fault?.kind === "inverter-fault" ? unitOf(fault) : null;
    return orders.unitsOn.map((isOn, unit) =>
      unit === faulty ? "fault" : orders.on && isOn ? "on" : "off",
    );
  }

  #runGenerator(orders: Orders, at: number, shown: number, gridThere: boolean): GeneratorState {
    const { generator } = this.state;
    if (this.#profile.generator === null) return generator;
    const hasNoFuel = this.conditions.has("no-fuel");
    const next = decideGenerator(generator, orders.generator, {
      at,
      soc: this.#profile.battery === null ? null : shown,
      gridThere,
      isBroken: hasNoFuel || this.conditions.has("generator-failure"),
    });
    if (hasNoFuel) return { ...next, fuel: 0 };
    return next.fuel === 0 ? { ...next, fuel: 1 } : next;
  }

  #solve(now: {
    at: number;
    hours: number;
    local: LocalTime;
    weather: Weather;
    orders: Orders;
    gridThere: boolean;
    generator: GeneratorState;
    offered: number[];
    units: readonly Unit[];
    /** The battery's charge as its BMS shows it. */
    shown: number;
  }): Flow {
    const { orders, gridThere } = now;
    const { battery, inverter, generator } = this.#profile;
    const keep = gridThere ? orders.reserve : 0;
    const limits =
      battery === null
        ? { charge: 0, discharge: 0 }
        : {
            charge: limitsOf(battery, this.state.soc, keep, now.hours).charge,
            discharge: limitsOf(battery, now.shown, keep, now.hours).discharge,
          };
    const idle = gridThere && orders.mode !== WORKING_MODE.selfUse;
    const fills = gridThere && orders.mode === WORKING_MODE.backup && this.state.soc < 0.98;
    const generatorW = now.generator.stage === "running" ? (generator?.ratedW ?? 0) : 0;
    const unitsOn = now.units.filter((unit) => unit.state === "on").length;
    const rests =
      this.state.exhausted &&
      !gridThere &&
      generatorW === 0 &&
      now.shown < RECOVERED_SOC + this.#floor;
    const charge = Math.min(limits.charge, orders.maxChargeW);
    const flow = solveFlow({
      on: unitsOn > 0 && !rests,
      inverterRatedW: inverter.ratedW * Math.max(1, unitsOn),
      chargerRatedW: this.#chargerRatedW,
      panels: addUpOffers(this.#profile, now.offered, "dc"),
      pvInverter: addUpOffers(this.#profile, now.offered, "ac"),
      load: this.#load.powerAt(now.at, now.local, now.weather.air),
      battery: {
        charge,
        discharge: idle ? 0 : limits.discharge,
        wanted: fills ? Math.min(charge, 0.15 * (battery?.capacityWh ?? 0)) : 0,
      },
      grid: gridThere ? { exportLimit: orders.exportLimitW } : null,
      generator: generatorW,
    });
    return rests && unitsOn > 0 ? { ...flow, shutDown: true } : flow;
  }

  get #floor(): number {
    return this.#profile.battery?.chemistry === "lead" ? 0.3 : 0;
  }
}
