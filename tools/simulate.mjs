import { launch } from "./launch/launch.mjs";

await launch("simulator/run.ts");
