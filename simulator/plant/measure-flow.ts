import type { Flow } from "../physics/power-flow.ts";

/** Maximum relative error of a reading. */
const METER_CLASS = 0.0005;

/** The flow as metered. Each meter has its own error, in total less than 0.5 % of the largest flow. */
export function measureFlow(flow: Flow, random: () => number): Flow {
  const meter = (power: number) => power * (1 + METER_CLASS * (2 * random() - 1));
  return {
    solarCharger: meter(flow.solarCharger),
    pvInverter: meter(flow.pvInverter),
    grid: meter(flow.grid),
    generator: meter(flow.generator),
    battery: meter(flow.battery),
    inverter: meter(flow.inverter),
    load: meter(flow.load),
    unserved: flow.unserved,
    losses: meter(flow.losses),
    shutDown: flow.shutDown,
  };
}
