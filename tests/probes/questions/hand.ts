import type { Locator, Page } from "@playwright/test";
import { MINUTE_MS } from "#domain/units/durations.ts";

/** A user's hand on a page, which counts its clicks and the keys it presses; pointing and scrolling are free. */
export class Hand {
  readonly page: Page;
  clicks = 0;
  keys = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    await target.click();
    this.clicks += 1;
  }

  async type(target: Locator, text: string): Promise<void> {
    await target.pressSequentially(text);
    this.keys += text.length;
  }

  /**
   * Points at an instant of a chart over time, as a user does who follows the cursor's time.
   * @param at ms UTC
   * @returns the text of the chart at the cursor
   */
  async pointAt(chart: Locator, at: number): Promise<string> {
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    if (box === null) throw new Error("the chart is not visible");
    const y = box.y + box.height / 2;
    let [left, right] = [box.x, box.x + box.width];
    for (let step = 0; step < STEPS; step += 1) {
      const x = (left + right) / 2;
      await this.page.mouse.move(x, y);
      const now = Number(await chart.getAttribute("aria-valuenow"));
      if (Math.abs(now - at) < NEAR_MS) break;
      if (now < at) left = x;
      else right = x;
    }
    const now = Number(await chart.getAttribute("aria-valuenow"));
    if (Math.abs(now - at) > REACH_MS) return "";
    return (await chart.getAttribute("aria-valuetext")) ?? "";
  }
}

const STEPS = 14;
/** A pixel of a narrow chart of a day, ms. */
const REACH_MS = 5 * MINUTE_MS;
/** Closer than this a pointer cannot be moved on a chart of a day, ms. */
const NEAR_MS = 30_000;
