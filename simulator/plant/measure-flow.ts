import type { Flow } from "../physics/power-flow.ts";

/** No reading is off by more than this share of itself. */
const METER_CLASS = 0.0005;

/** The flow as meters show it. Each errs on its own, yet all together by less than 0.5 % of the largest flow. */
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
