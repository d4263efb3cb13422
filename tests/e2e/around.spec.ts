import { expect, type Page, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { whenShown } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";

const { accounts } = readE2eServer();
const SITE = "Orchard Cottage";
const WEATHER = "**/api/basic/v3/map/geonames/weather";

const weather = (page: Page) => page.getByRole("region", { name: "Weather" });
const energy = (page: Page) => page.getByRole("region", { name: "What the sun has given here" });

test("around a site: what it saved, three days of weather, and what its sun has spared", async ({
  page,
}) => {
  await signIn(page, accounts.owner);
  await openSite(page, SITE);
  const saving = page.getByRole("listitem").filter({ hasText: "Energy saving" });
  await expect(saving).toHaveText(/\d [A-Z]{3}|no price set/);
  await expect(weather(page).getByText("6.4 °C")).toBeVisible();
  const [today, tomorrow] = [/^Today/, /^Tomorrow/].map((name) =>
    weather(page).getByRole("button", { name }),
  );
  if (today === undefined || tomorrow === undefined) throw new Error("unreachable");
  await expect(today).toHaveAttribute("aria-expanded", "true");
  await expect(weather(page).getByRole("row", { name: "Wind from West South-west" })).toBeVisible();
  await tomorrow.hover();
  await expect(page.getByRole("tooltip")).toContainText("Rain");
  await tomorrow.click();
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await expect(tomorrow).toHaveAttribute("aria-expanded", "true");
  await expect(today).toHaveAttribute("aria-expanded", "false");
  await expect(weather(page).getByRole("row", { name: /^Conditions Rain/ })).toBeVisible();
  await expect(energy(page)).toContainText(/Solar energy[\d.,]+\s(Wh|kWh|MWh|GWh)/);
});

test("ten times Enter on the CO2 icon open the solar scale, which changes what is shown", async ({
  page,
}) => {
  await signIn(page, accounts.owner);
  await openSite(page, SITE);
  const icon = energy(page).getByRole("button", { name: "CO₂ avoided" });
  await icon.focus();
  // A second between two of them would begin the count anew.
  await Promise.all(Array.from({ length: 9 }, () => page.keyboard.press("Enter")));
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Solar scale" });
  const field = dialog.getByLabel("CO₂ factor");
  await expect(field).toBeFocused();
  for (const [typed, refusal] of [
    ["", "Please enter the solar scale"],
    ["100", "The solar scale is a number from 0 to 99"],
  ] as const) {
    await field.fill(typed);
    await page.keyboard.press("Enter");
    await expect(dialog.getByText(refusal)).toBeVisible();
    await expect(field).toBeFocused();
  }
  await field.fill("0");
  const saved = whenShown(page, "Submit successfully");
  await page.keyboard.press("Enter");
  await saved;
  await expect(dialog).toBeHidden();
  await expect(energy(page)).toContainText(/CO₂ avoided0\.0\skg/);
  await page.reload();
  await expect(energy(page)).toContainText(/CO₂ avoided0\.0\skg/);
});

test("whoever has no rule has no button on the CO2 icon", async ({ page }) => {
  await signIn(page, accounts.monitor);
  await openSite(page, SITE);
  await expect(energy(page)).toContainText("CO₂ avoided");
  await expect(energy(page).getByRole("button")).toHaveCount(0);
});

test("the list of sites tells what the sun has given everywhere", async ({ page }) => {
  await signIn(page, accounts.monitor);
  const all = page.getByRole("region", { name: "What the sun has given, everywhere" });
  await expect(all).toContainText(/14\d\.\d\sGWh/);
  await expect(all).toContainText(/Trees’ worth[\d,]{6,}/);
});

test("weather that is away is said to be, and the page goes on", async ({ page }) => {
  const message = "Nobody can tell the weather at the moment";
  await page.route(WEATHER, (route) =>
    route.fulfill({ status: 503, json: { code: 503, message } }),
  );
  await signIn(page, accounts.monitor);
  await openSite(page, SITE);
  await expect(weather(page).getByRole("status")).toContainText(message);
  await expect(energy(page)).toContainText("Solar energy");
  await page.unroute(WEATHER);
  await weather(page).getByRole("button", { name: "Try again" }).click();
  await expect(weather(page).getByText("6.4 °C")).toBeVisible();
});
