import { expect, type Page, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { overflowOf, whenShown } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { patternsOf } from "../support/text-patterns.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const pattern = patternsOf("en");
const { accounts } = readE2eServer();
const SITE = "Orchard Cottage";
const WEATHER = "**/api/basic/v3/map/geonames/weather";

const weather = (page: Page) => page.getByRole("region", { name: say("weather:title") });
const energy = (page: Page) => page.getByRole("region", { name: say("energy:production.site") });

/**
 * Waits for the weather. A provider that did not answer within five seconds, as on a busy machine, is asked again after
 * a minute at the earliest.
 */
async function showWeather(page: Page): Promise<void> {
  const retry = weather(page).getByRole("button", { name: say("weather:retry") });
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
    await expect(weather(page).getByText("6.4 °C")).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 100_000 });
}

test("the site page shows the savings, three days of weather, and the avoided CO2", async ({
  page,
}) => {
  await signIn(page, accounts.owner);
  await openSite(page, SITE);
  const saving = page.getByRole("listitem").filter({ hasText: say("energy:saving") });
  await expect(saving).toHaveText(new RegExp(`\\d [A-Z]{3}|${pattern("energy:noPrice")}`));
  await showWeather(page);
  const [today, tomorrow] = ["today", "tomorrow"].map((day) =>
    weather(page).getByRole("button", { name: new RegExp(`^${pattern(`weather:${day}`)}`) }),
  );
  if (today === undefined || tomorrow === undefined) throw new Error("unreachable");
  await expect(today).toHaveAttribute("aria-expanded", "true");
  const row = (...keys: string[]) => keys.map((key) => say(`weather:${key}`)).join(" ");
  const wind = row("windDirection", "directions.W", "directions.SW");
  await expect(weather(page).getByRole("row", { name: wind })).toBeVisible();
  await tomorrow.hover();
  await expect(page.getByRole("tooltip")).toContainText(say("weather:conditions.rain"));
  await tomorrow.click();
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await expect(tomorrow).toHaveAttribute("aria-expanded", "true");
  await expect(today).toHaveAttribute("aria-expanded", "false");
  const [sky, rain] = [pattern("weather:sky"), pattern("weather:conditions.rain")];
  const name = new RegExp(`^${sky} ${rain}`);
  await expect(weather(page).getByRole("row", { name })).toBeVisible();
  await expect(energy(page)).toContainText(
    new RegExp(`${pattern("energy:production.energy")}[\\d.,]+\\s(Wh|kWh|MWh|GWh)`),
  );
});

test("every page of a site shows the current weather beside the local time, which opens the forecast", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, accounts.owner);
  await openSite(page, SITE);
  await showWeather(page);
  for (const path of ["/realtime", "/device", "/chart/history"]) {
    await page.goto(page.url().replace(/\/[a-z/]+\?/, `${path}?`));
    const now = page.locator("#weather-now").getByRole("button", { name: /6 °C/ });
    await now.press("Enter");
    const forecast = page
      .locator("#weather-now")
      .getByRole("group", { name: say("weather:title") });
    await expect(forecast.getByText("6.4 °C")).toBeVisible();
    await expect(
      forecast.getByRole("button", { name: new RegExp(`^${pattern("weather:tomorrow")}`) }),
    ).toBeVisible();
    expect(await overflowOf(page)).toBe(0);
    await page.keyboard.press("Escape");
    await expect(forecast).toBeHidden();
  }
});

test("pressing Enter ten times on the CO2 icon opens the CO2 factor, which changes the shown values", async ({
  page,
}) => {
  await signIn(page, accounts.owner);
  await openSite(page, SITE);
  const icon = energy(page).getByRole("button", { name: say("energy:production.co2") });
  await icon.focus();
  // A second between two of them would begin the count anew.
  await Promise.all(Array.from({ length: 9 }, () => page.keyboard.press("Enter")));
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: say("energy:scale.title") });
  const field = dialog.getByLabel(say("energy:scale.label"));
  await expect(field).toBeFocused();
  for (const [typed, refusal] of [
    ["", say("problems:solar_scale_error")],
    ["100", say("problems:solar_scale_error_type")],
  ] as const) {
    await field.fill(typed);
    await page.keyboard.press("Enter");
    await expect(dialog.getByText(refusal)).toBeVisible();
    await expect(field).toBeFocused();
  }
  await field.fill("0");
  const saved = whenShown(page, say("energy:scale.submit_success"));
  await page.keyboard.press("Enter");
  await saved;
  await expect(dialog).toBeHidden();
  const nothing = new RegExp(`${pattern("energy:production.co2")}0\\.0\\skg`);
  await expect(energy(page)).toContainText(nothing);
  await page.reload();
  await expect(energy(page)).toContainText(nothing);
});

test("a user without permission has no button on the CO2 icon", async ({ page }) => {
  await signIn(page, accounts.monitor);
  await openSite(page, SITE);
  await expect(energy(page)).toContainText(say("energy:production.co2"));
  await expect(energy(page).getByRole("button")).toHaveCount(0);
});

test("the list of sites shows the solar production of all sites", async ({ page }) => {
  await signIn(page, accounts.monitor);
  const all = page.getByRole("region", { name: say("energy:production.all") });
  await expect(all).toContainText(/14\d\.\d\sGWh/);
  await expect(all).toContainText(new RegExp(`${pattern("energy:production.trees")}[\\d,]{6,}`));
});

test("an unavailable weather provider is reported, and the page stays usable", async ({ page }) => {
  const message = say("problems:weatherAway");
  await page.route(WEATHER, (route) =>
    route.fulfill({ status: 503, json: { code: 503, message } }),
  );
  await signIn(page, accounts.monitor);
  await openSite(page, SITE);
  await expect(weather(page).getByRole("status")).toContainText(message);
  await expect(energy(page)).toContainText(say("energy:production.energy"));
  await page.unroute(WEATHER);
  await weather(page)
    .getByRole("button", { name: say("weather:retry") })
    .click();
  await expect(weather(page).getByText("6.4 °C")).toBeVisible();
});
