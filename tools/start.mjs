import { launch } from "./launch/launch.mjs";

await launch("tools/start.ts");
