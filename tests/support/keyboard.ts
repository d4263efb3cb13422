import { expect, type Locator, type Page } from "@playwright/test";

const FARTHEST = 100;

/** Goes there by Tab alone. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < FARTHEST; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("it cannot be reached by the keyboard");
}

/** In the place of what the field holds. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

export async function press(page: Page, button: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, button);
  await page.keyboard.press(key);
}
