import { plantScenario } from "./scenario.ts";

export const noFuel = plantScenario("no-fuel", "the generator's tank is empty");
