import { plantScenario } from "./scenario.ts";

export const batteryLow = plantScenario("battery-low", "the battery runs down and does not charge");
