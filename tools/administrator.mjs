import { launch } from "./launch/launch.mjs";

await launch("tools/administrator.ts");
