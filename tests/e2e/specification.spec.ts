import { expect, type Page, test } from "@playwright/test";
import { LANGUAGE_NAMES } from "#domain/languages.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { awaitAlive } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { ANY_DIGITS, patternOf, speaker } from "../support/texts.ts";

// Rules of the specification that no other journey checks; tests/specification/rules.tsv has all of them.

const say = speaker("en");
const { accounts, fleet } = readE2eServer();
const site = fleet.sites.find(({ group }) => group === "demo")?.name ?? "";
const STATES = "**/chart/periodrecord/alias/state";

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.138" } });

test("the sidebar has a dialog of the languages, and its logo leads to the site list", async ({
  page,
}) => {
  await signIn(page, accounts.full);
  await page.goto("/user");
  await awaitAlive(page);
  const sidebar = page.locator("aside");
  const opener = say("common:language.menu", { name: LANGUAGE_NAMES.en });
  await sidebar.getByRole("button", { name: opener }).press("Enter");
  const dialog = page.getByRole("dialog", { name: say("common:language.title") });
  for (const name of Object.values(LANGUAGE_NAMES))
    await expect(dialog.getByRole("button", { name, exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await sidebar.getByRole("link", { name: say("common:brand") }).click();
  await page.waitForURL("**/sitelist");
});

test("the CO2 factor opens only inside a site", async ({ page }) => {
  await signIn(page, accounts.owner);
  const all = page.getByRole("region", { name: say("energy:production.all") });
  await expect(all).toContainText(say("energy:production.co2"));
  await expect(all.getByRole("button")).toHaveCount(0);
});

async function openStates(page: Page): Promise<void> {
  await signIn(page, accounts.owner);
  await openSite(page, site);
  await page.goto(`/chart/statecurve${new URL(page.url()).search}`);
  await awaitAlive(page);
}

test("state curves are chosen, and a failed query shows the message of the server", async ({
  page,
}) => {
  await openStates(page);
  const charts = page.locator("[data-columns] > *");
  const counts = { shown: ANY_DIGITS, all: ANY_DIGITS };
  const opener = patternOf(say("charts:states.equipment.opener", counts));
  await page.getByRole("button", { name: opener }).click();
  const choice = page.getByRole("dialog", { name: say("charts:states.equipment.label") });
  const boxes = choice.getByRole("checkbox");
  // Counted together, because a piece of equipment may still be reported meanwhile.
  const hidden = async () => (await boxes.count()) - (await charts.count());
  await expect.poll(hidden).toBe(0);
  expect(await boxes.count()).toBeGreaterThan(1);
  await boxes.first().uncheck();
  await expect.poll(hidden).toBe(1);
  await choice.getByRole("button", { name: say("charts:states.equipment.all") }).click();
  await expect.poll(hidden).toBe(0);
  await page.keyboard.press("Escape");

  const message = say("problems:fault");
  await page.route(STATES, (route) => route.fulfill({ status: 500, json: { code: 500, message } }));
  await page.getByRole("button", { name: say("charts:states.dayBefore") }).click();
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.locator("[data-columns]")).toHaveAttribute("aria-busy", "false");
});

test("feedback that is not sent says so, and stays as it was typed", async ({ page }) => {
  await signIn(page, accounts.full);
  await page.goto("/feedback");
  await awaitAlive(page);
  const message = page.getByLabel(say("feedback:message"), { exact: true });
  await message.fill("The chart stays empty.");
  await page.route(/\/feedback\.data/, (route) => route.abort());
  await page.getByRole("button", { name: say("feedback:submit") }).click();
  await expect(page.getByText(say("feedback:failure"))).toBeVisible();
  await expect(message).toHaveValue("The chart stays empty.");
});
