import { type Browser, chromium } from "@playwright/test";
import type { Bench } from "#tools/bench-figure.ts";
import { findInstalledBrowser } from "#tools/browser/installed-browser.ts";
import { servePanPage } from "./map/serve-pan-page.ts";

const PAN_MS = 5_000;
const QUICK_PAN_MS = 1_000;
const ROUNDS = 3;
/** A frame of a map that two thirds of a slow screen's frames reach. */
const FRAME_BAR_MS = 34;
const RATE_BAR = 0.7;

/** A thousand sites on the map, moved for five seconds, beside a map with a thousand markers and nothing else. */
export const bench: Bench = async ({ isQuick }) => {
  await using stack = new AsyncDisposableStack();
  const served = await servePanPage();
  stack.defer(() => served.stop());
  const executablePath = findInstalledBrowser();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  stack.defer(() => browser.close());
  const ms = isQuick ? QUICK_PAN_MS : PAN_MS;
  const medians: { ours: number; bare: number }[] = [];
  for (let round = 0; round < (isQuick ? 1 : ROUNDS); round += 1)
    medians.push({
      ours: await panMedian(browser, served.url, ms),
      bare: await panMedian(browser, `${served.url}?bare`, ms),
    });
  const ours = median(medians.map((round) => round.ours));
  const bare = median(medians.map((round) => round.bare));
  const isFastEnough = ours <= FRAME_BAR_MS;
  return {
    figures: [
      {
        name: `1,000 sites, panned; a frame takes ${ours.toFixed(1)} ms`,
        unit: "frames/s, median",
        ours: 1_000 / ours,
        floorIs: "a bare Leaflet map with 1,000 markers",
        floor: 1_000 / bare,
        // Either of the two is enough.
        ...(isFastEnough ? {} : { bar: { atLeast: RATE_BAR } }),
      },
    ],
  };
};

async function panMedian(browser: Browser, url: string, ms: number): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 700 } });
  await page.goto(url);
  await page.locator(".leaflet-marker-icon").first().waitFor();
  const frames = await page.evaluate(
    (time) => (globalThis as unknown as { pan(ms: number): Promise<number[]> }).pan(time),
    ms,
  );
  await page.close();
  return median(frames);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
