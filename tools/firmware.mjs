import { launch } from "./launch/launch.mjs";

await launch("tools/firmware.ts");
