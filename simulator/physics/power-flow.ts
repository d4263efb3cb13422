import {
  chargerInput,
  chargerInputFor,
  chargerOutput,
  drawFromBattery,
  inverterLoss,
  inverterPowerFor,
} from "./converters.ts";

/** What a site has to work with at one instant, in W. */
export type FlowInput = {
  /** Inverters switched on. */
  on: boolean;
  inverterRatedW: number;
  chargerRatedW: number;
  /** What the panels on the charger, and the PV inverter, could give. */
  panels: number;
  pvInverter: number;
  load: number;
  /** What the battery takes and gives at most; `wanted` it is charged with even from the grid. */
  battery: { charge: number; discharge: number; wanted: number };
  /** null: there is none, or it is away. */
  grid: { exportLimit: number } | null;
  /** What a running generator can give; 0 while it stands. */
  generator: number;
};

/** What flows, in W: grid + import, battery + charging, inverter + towards the load. */
export type Flow = {
  solarCharger: number;
  pvInverter: number;
  grid: number;
  generator: number;
  battery: number;
  inverter: number;
  load: number;
  /** Load that there was no power for. */
  unserved: number;
  losses: number;
  /** The inverter had to give up: nothing left to invert. */
  shutDown: boolean;
};

/** A generator is happiest at this share of its rated power. */
const GENERATOR_SHARE = 0.8;

/** Solves a site's flows so that they balance by construction: what comes in goes out, is stored or lost. */
export function solveFlow(input: FlowInput): Flow {
  if (!input.on) return bypass(input, false);
  if (input.grid !== null)
    return convert(input, { give: Infinity, take: input.grid.exportLimit, wish: 0 });
  const give = input.generator;
  return convert(input, { give, take: 0, wish: GENERATOR_SHARE * give });
}

/** What stands at the inverter's input: gives and takes at most so much, and is wished to give. */
type Source = { give: number; take: number; wish: number };

function convert(input: FlowInput, source: Source): Flow {
  const { inverterRatedW: rated, chargerRatedW, battery } = input;
  let taken = chargerInput(chargerRatedW, input.panels);
  let charged = chargerOutput(chargerRatedW, taken);
  let pvInverter = input.pvInverter;
  const least = Math.max(-rated, inverterPowerFor(rated, charged - battery.charge));
  const most = Math.min(rated, inverterPowerFor(rated, charged + battery.discharge));
  let inverter = clamp(input.load - pvInverter - source.wish, least, most);
  if (battery.wanted > 0)
    inverter = Math.max(
      least,
      Math.min(inverter, inverterPowerFor(rated, charged - battery.wanted)),
    );
  const ceiling = Math.min(rated, input.load - pvInverter + source.take);
  if (inverter > ceiling) {
    // More sun than anybody takes: first the charger gives way, then the PV inverter.
    inverter = Math.max(ceiling, -rated);
    const room = Math.max(0, drawFromBattery(rated, inverter) + battery.charge);
    if (room < charged) {
      taken = chargerInputFor(chargerRatedW, room);
      charged = chargerOutput(chargerRatedW, taken);
    }
    inverter = Math.max(inverter, -rated, inverterPowerFor(rated, charged - battery.charge));
    inverter = Math.min(inverter, inverterPowerFor(rated, charged + battery.discharge));
    pvInverter = Math.max(0, Math.min(pvInverter, input.load - inverter + source.take));
  }
  const load = Math.min(input.load, pvInverter + inverter + source.give);
  if (load < 0) return bypass(input, true);
  const given = load - pvInverter - inverter;
  return {
    solarCharger: taken,
    pvInverter,
    grid: input.grid === null ? 0 : given,
    generator: input.grid === null ? given : 0,
    battery: charged - drawFromBattery(rated, inverter),
    inverter,
    load,
    unserved: input.load - load,
    losses: taken - charged + inverterLoss(rated, inverter),
    shutDown: false,
  };
}

/** Inverters off: the load hangs on the grid or the generator, and a PV inverter has no output to feed. */
function bypass(input: FlowInput, shutDown: boolean): Flow {
  const { chargerRatedW, battery } = input;
  let taken = chargerInput(chargerRatedW, input.panels);
  if (chargerOutput(chargerRatedW, taken) > battery.charge)
    taken = chargerInputFor(chargerRatedW, battery.charge);
  const charged = chargerOutput(chargerRatedW, taken);
  const load = input.grid === null ? Math.min(input.load, input.generator) : input.load;
  return {
    solarCharger: taken,
    pvInverter: 0,
    grid: input.grid === null ? 0 : load,
    generator: input.grid === null ? load : 0,
    battery: charged,
    inverter: 0,
    load,
    unserved: input.load - load,
    losses: taken - charged,
    shutDown,
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
