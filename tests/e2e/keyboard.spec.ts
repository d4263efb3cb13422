import { expect, type Page, test } from "@playwright/test";
import { openLogger } from "../clean-room/logger-client.mjs";
import { readE2eServer } from "../support/e2e-server.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSiteOf } from "../support/spare-sites.ts";
import { ANY_TEXT, patternOf, speaker } from "../support/texts.ts";

const say = speaker("en");
const { url } = readE2eServer();
const spare = spareSiteOf("keyboard");
const phone = { width: 390, height: 844 };

/** What has the focus, and whether one sees it: a ring of its own or of its row, within the window. */
function focused(page: Page): Promise<{ name: string; seen: boolean; inDialog: boolean } | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return null;
    const ringed = [element, element.closest("tr")].some(
      (it) => it !== null && getComputedStyle(it).outlineStyle !== "none",
    );
    const { left, right, width, height } = element.getBoundingClientRect();
    return {
      name: element.getAttribute("aria-label") ?? element.textContent ?? "",
      seen: ringed && width > 1 && height > 1 && left >= 0 && right <= innerWidth,
      inDialog: element.closest("[role=dialog], [role=alertdialog]") !== null,
    };
  });
}

/** Goes through the page by Tab, and names what took the focus without showing it. */
async function findUnseen(page: Page): Promise<string[]> {
  const unseen: string[] = [];
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press("Tab");
    const at = await focused(page);
    if (at === null) return unseen;
    if (!at.seen) unseen.push(at.name);
  }
  return unseen;
}

test("the focus is visible on a wide window and on a phone", async ({ page }) => {
  await signIn(page, accountOf("keyboard"));
  expect(await findUnseen(page)).toEqual([]);
  await page.setViewportSize(phone);
  await page.reload();
  expect(await findUnseen(page)).toEqual([]);
  await openSite(page, spare.name);
  await page.reload();
  expect(await findUnseen(page)).toEqual([]);
});

test("the drawer keeps the focus while it is open, and returns it", async ({ page }) => {
  await page.setViewportSize(phone);
  await signIn(page, accountOf("keyboard"));
  const button = page.getByRole("button", { name: say("common:navigation.open") });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").locator(":focus")).toHaveCount(1);
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toMatchObject({ seen: true, inDialog: true });
  }
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

test("a control works by keyboard alone: the focus is never lost, and a screen reader announces the end", async ({
  page,
}) => {
  const logger = openLogger({ url, serial: spare.serial, secret: spare.secret });
  await logger.ready(20_000);
  await signIn(page, accountOf("keyboard"));
  await openSite(page, spare.name);
  const button = page.getByRole("button", {
    name: patternOf(say("realtime:control.switchOn"), say("realtime:control.switchOff")),
  });
  await expect(button).toBeEnabled();
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: say("common:actions.cancel") })).toBeFocused();
  for (let step = 0; step < 4; step++) {
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toMatchObject({ seen: true, inDialog: true });
  }
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: say("common:actions.cancel") })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const result = page
    .locator("[aria-live=polite]")
    .getByText(patternOf(say("realtime:control.end.success", { readBack: ANY_TEXT })));
  await expect(result).toBeVisible({ timeout: 20_000 });
  await expect(button).toBeFocused();
  await page.getByRole("button", { name: say("realtime:control.dismiss") }).press("Enter");
  await expect(button).toBeFocused();
  logger.stop();
});
