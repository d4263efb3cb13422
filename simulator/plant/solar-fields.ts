import { panelPower } from "../physics/panels.ts";
import type { Flow } from "../physics/power-flow.ts";
import type { SimulatedPlantProfile } from "../plant-profile.ts";
import type { Orders } from "./orders.ts";
import type { Weather } from "./weather.ts";

/** Efficiency of a PV inverter from its panels to its output. */
const PV_INVERTER_EFFICIENCY = 0.965;

/** Available power of each field, W: at its charger's input, or at its PV inverter's output. */
export function offerSolar(
  { solar }: SimulatedPlantProfile,
  weather: Weather,
  orders: Orders,
): number[] {
  let nth = 0;
  return solar.map((field, index) => {
    const { onPlane, cell } = weather.fields[index] ?? { onPlane: 0, cell: 0 };
    const power = panelPower(field.peakW, onPlane, cell);
    if (field.coupling === "dc") return power;
    return Math.min(power * PV_INVERTER_EFFICIENCY, field.peakW * orders.pvShare(nth++));
  });
}

/** Total available power of all fields of one coupling, W. */
export function addUpOffers(
  { solar }: SimulatedPlantProfile,
  offered: readonly number[],
  coupling: "dc" | "ac",
): number {
  return solar.reduce(
    (sum, field, index) => sum + (field.coupling === coupling ? (offered[index] ?? 0) : 0),
    0,
  );
}

/** Power that each field's charger or PV inverter takes of the available power, W. */
export function splitSolar(
  profile: SimulatedPlantProfile,
  flow: Flow,
  offered: readonly number[],
): number[] {
  const total = {
    dc: addUpOffers(profile, offered, "dc"),
    ac: addUpOffers(profile, offered, "ac"),
  };
  return profile.solar.map(({ coupling }, index) => {
    if (total[coupling] <= 0) return 0;
    const taken = coupling === "dc" ? flow.solarCharger : flow.pvInverter;
    return (taken * (offered[index] ?? 0)) / total[coupling];
  });
}
