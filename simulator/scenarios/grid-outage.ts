import { plantScenario } from "./scenario.ts";

export const gridOutage = plantScenario(
  "grid-outage",
  "the grid is away; battery, sun and generator carry the load",
);
