import type { Bench } from "#tools/bench-result.ts";
import { openBrowser } from "./load/open-browser.ts";
import { FRAME_BAR_MS, panMedians, RATE_BAR } from "./load/pan-median.ts";
import { servePanPage } from "./load/serve-pan-page.ts";

/** 25 curves of 2,000 samples each, moved for five seconds, beside the same lines on a bare canvas. */
export const bench: Bench = async ({ isQuick }) => {
  await using stack = new AsyncDisposableStack();
  const { url, stop } = await servePanPage({
    script: "tests/bench/curves/pan-page.tsx",
    style: "",
    body: '<div id="root"></div>',
  });
  stack.defer(stop);
  const browser = await openBrowser();
  stack.defer(() => browser.close());
  const { ours, bare } = await panMedians(browser, { url, ready: "canvas" }, isQuick);
  return {
    results: [
      {
        name: `25 curves of 2,000 samples, panned; a frame takes ${ours.toFixed(1)} ms`,
        unit: "frames/s, median",
        ours: 1_000 / ours,
        floorIs: "the same lines on a bare canvas",
        floor: 1_000 / bare,
        // Either of the two is enough.
        ...(ours <= FRAME_BAR_MS ? {} : { bar: { atLeast: RATE_BAR } }),
      },
    ],
  };
};
