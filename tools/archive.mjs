import { launch } from "./launch/launch.mjs";

await launch("tools/archive.ts");
