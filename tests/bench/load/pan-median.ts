import type { Browser } from "@playwright/test";

/** A frame that two thirds of a slow screen's frames reach. */
export const FRAME_BAR_MS = 34;
/** Else so much of the bare one's rate. */
export const RATE_BAR = 0.7;
const PAN_MS = 5_000;
const QUICK_PAN_MS = 1_000;
const ROUNDS = 3;

type PannedPage = {
  url: string;
  /** What is there when it may be moved. */
  ready: string;
};

/** Medians of frames, ms, of ours and of what it is measured against (`?bare`), in turns. */
export async function panMedians(
  browser: Browser,
  page: PannedPage,
  isQuick: boolean,
): Promise<{ ours: number; bare: number }> {
  const ms = isQuick ? QUICK_PAN_MS : PAN_MS;
  const medians: { ours: number; bare: number }[] = [];
  for (let round = 0; round < (isQuick ? 1 : ROUNDS); round += 1)
    medians.push({
      ours: await panMedian(browser, page, ms),
      bare: await panMedian(browser, { ...page, url: `${page.url}?bare` }, ms),
    });
  return {
    ours: median(medians.map(({ ours }) => ours)),
    bare: median(medians.map(({ bare }) => bare)),
  };
}

async function panMedian(browser: Browser, { url, ready }: PannedPage, ms: number) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 700 } });
  await page.goto(url);
  await page.locator(ready).first().waitFor();
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
