import { launch } from "./launch/launch.mjs";

await launch("tools/registers.ts");
