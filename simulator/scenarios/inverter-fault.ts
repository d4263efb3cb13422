import { plantScenario } from "./scenario.ts";

export const inverterFault = plantScenario(
  "inverter-fault",
  "one inverter is in fault and carries nothing",
);
