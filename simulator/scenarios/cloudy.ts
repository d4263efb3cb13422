import { plantScenario } from "./scenario.ts";

export const cloudy = plantScenario(
  "cloudy",
  "clouds come and go, and solar power jumps with them",
);
