import { launch } from "./launch/launch.mjs";

await launch("tools/zones.ts");
