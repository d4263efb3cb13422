import type { Bench } from "#tools/bench-result.ts";
import { openBrowser } from "./load/open-browser.ts";
import { FRAME_BAR_MS, panMedians, RATE_BAR } from "./load/pan-median.ts";
import { servePanPage } from "./load/serve-pan-page.ts";

/** A thousand sites on the map, moved for five seconds, beside a map with a thousand markers and nothing else. */
export const bench: Bench = async ({ isQuick }) => {
  await using stack = new AsyncDisposableStack();
  const { url, stop } = await servePanPage({
    script: "tests/bench/map/pan-page.ts",
    style: ".map{height:100vh;border-radius:0}",
    body: '<div class="map"><div id="ground" class="map-ground"></div></div>',
  });
  stack.defer(stop);
  const browser = await openBrowser();
  stack.defer(() => browser.close());
  const { ours, bare } = await panMedians(browser, { url, ready: ".leaflet-marker-icon" }, isQuick);
  return {
    results: [
      {
        name: `1,000 sites, panned; a frame takes ${ours.toFixed(1)} ms`,
        unit: "frames/s, median",
        ours: 1_000 / ours,
        floorIs: "a bare Leaflet map with 1,000 markers",
        floor: 1_000 / bare,
        // Either of the two is enough.
        ...(ours <= FRAME_BAR_MS ? {} : { bar: { atLeast: RATE_BAR } }),
      },
    ],
  };
};
