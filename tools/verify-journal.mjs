import { launch } from "./launch/launch.mjs";

await launch("tools/verify-journal.ts");
