import { plantScenario } from "./scenario.ts";

export const generatorFailure = plantScenario(
  "generator-failure",
  "the generator stops and does not start",
);
