import { launch } from "./launch/launch.mjs";

await launch("tools/modules.ts");
