import { expect, type Page, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { LoggerProcess } from "../support/logger-process.ts";
import { awaitAlive } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";

// Journeys that are held to seconds: they have the machine to themselves, before the others begin.

const { accounts, fleet, ownLogger, url } = readE2eServer();
const own = fleet.sites.find((site) => site.serial === ownLogger.serial);
const demo = fleet.sites.find((site) => site.group === "demo");
if (own === undefined || demo === undefined) throw new Error("the fleet has other sites");

const chip = (page: Page) => page.locator("[data-connection]");

test("a value changes within two seconds of opening a site", async ({ page }) => {
  await signIn(page, accounts.owner);
  const opened = Date.now();
  await openSite(page, demo.name);
  expect((await firstChange(page)) - opened).toBeLessThan(2_000);
});

/** When the picture of a live site first shows something else, told by the page itself: polling would blur it. */
function firstChange(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => document.querySelector("[data-look=current]")?.textContent;
        let before = look();
        new MutationObserver((_, observer) => {
          const now = look();
          if (now === before) return;
          if (before !== undefined && now !== undefined) {
            observer.disconnect();
            resolve(Date.now());
          }
          before = now;
        }).observe(document, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        });
      }),
  );
}

test("the page says that the logger is gone, and that it is back", async ({ page }) => {
  const first = new LoggerProcess({ url, ...ownLogger });
  await first.connected();
  await signIn(page, accounts.owner);
  await openSite(page, own.name);
  await expect(chip(page)).toHaveText("Live");
  first.kill();
  await expect(chip(page)).toContainText("No logger since", { timeout: 5_000 });
  const second = new LoggerProcess({ url, ...ownLogger });
  await second.connected();
  await expect(chip(page)).toHaveText("Live", { timeout: 15_000 });
  second.kill();
});

test("a browser that watches through a link is out within two seconds of its end", async ({
  page,
  browser,
}) => {
  await signIn(page, accounts.owner);
  await openSite(page, demo.name);
  await awaitAlive(page);
  await page.getByRole("link", { name: "Share", exact: true }).click();
  const enable = page.getByRole("checkbox", { name: "Share by a link" });
  await enable.click();
  const link = page.getByLabel("Link", { exact: true });
  await expect(link).toHaveValue(/share/);
  const elsewhere = await browser.newContext();
  const viewer = await elsewhere.newPage();
  await viewer.goto(await link.inputValue());
  await expect(chip(viewer)).toHaveText("Live");
  const began = Date.now();
  await enable.click();
  await expect(viewer.getByText("This link is no longer there")).toBeVisible({ timeout: 2_000 });
  expect(Date.now() - began).toBeLessThan(2_000);
  await elsewhere.close();
});
