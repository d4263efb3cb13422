import { launch } from "./launch/launch.mjs";

await launch("tools/news.ts");
