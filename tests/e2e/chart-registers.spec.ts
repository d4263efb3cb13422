import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const { accounts, fleet } = readE2eServer();
const { name } = fleet.sites.find(({ group }) => group === "demo") ?? { name: "" };
test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.71" } });

const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;

async function openCurves(page: Page, fromMs: number, registers: readonly string[]): Promise<void> {
  await signIn(page, accounts.owner);
  await openSite(page, name);
  const query = new URL(page.url()).searchParams;
  query.set("r", registers.join());
  query.set("from", String(Date.now() - fromMs));
  query.set("to", String(Date.now() + MINUTE_MS));
  await page.goto(`/chart/advancedcurve?${query}`);
  await awaitAlive(page);
  await expect(page.locator("canvas")).toBeVisible();
  await expect(page.locator("section[aria-busy=true]")).toHaveCount(0);
}

const plot = (page: Page) => page.getByRole("slider");

/** How much time is shown, ms. */
const lengthOf = (page: Page) =>
  plot(page).evaluate(
    (chart) =>
      Number(chart.getAttribute("aria-valuemax")) - Number(chart.getAttribute("aria-valuemin")),
  );

test("registers are selected, read, saved, and exported as a table and a picture", async ({
  page,
}) => {
  const complaints = watchPage(page);
  await openCurves(page, 10 * MINUTE_MS, ["FFFF000120"]);
  const shown = page.getByRole("list", { name: say("charts:registers.shown") });
  await expect(shown.getByRole("listitem")).toHaveCount(1);
  const solar = say("registers:name.solarPower");
  const search = page.getByRole("searchbox", { name: say("charts:registers.search") });
  await search.fill(solar.toLowerCase());
  await page.getByRole("checkbox", { name: `${solar} W`, exact: true }).check();
  await expect(shown.getByRole("listitem")).toHaveCount(2);

  const { width = 0 } = (await plot(page).boundingBox()) ?? {};
  // Where in the last minutes there are samples is the logger's business.
  await expect(async () => {
    for (let share = 0.2; share < 0.95; share += 0.05) {
      await plot(page).hover({ position: { x: width * share, y: 100 } });
      const said = await shown.getByRole("listitem").first().textContent();
      if (/\d\s?k?W/.test(said ?? "")) return;
    }
    throw new Error("nowhere on the chart is a value read");
  }).toPass();

  const table = page.waitForEvent("download");
  await page.getByRole("button", { name: say("charts:registers.tools.table") }).click();
  const text = await readFile(await (await table).path(), "utf8");
  const [head = "", first = ""] = text.split("\r\n");
  expect(head).toContain(`"${say("registers:name.loadPower")} (W)"`);
  expect(first).toMatch(/^"20\d\d-\d\d-\d\dT[\d:.]+Z","20\d\d-\d\d-\d\d \d\d:\d\d:\d\d",/);
  const picture = page.waitForEvent("download");
  await page.getByRole("button", { name: say("charts:registers.tools.picture") }).click();
  const bytes = await readFile(await (await picture).path());
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(bytes.length).toBeGreaterThan(5_000);

  await page.getByRole("button", { name: say("charts:registers.saved.open") }).click();
  await page.getByLabel(say("charts:registers.saved.name")).fill("Sun and load");
  await page.getByRole("button", { name: say("charts:registers.saved.save"), exact: true }).click();
  await expect(page.getByRole("button", { name: /^Sun and load/ })).toBeVisible();
  await page.keyboard.press("Escape");
  expect(await findBarriers(page)).toEqual([]);

  // Another day, or another device: the address without registers, and the selection is there.
  const query = new URL(page.url()).searchParams;
  query.delete("r");
  await page.goto(`/chart/advancedcurve?${query}`);
  await awaitAlive(page);
  await expect(shown.getByRole("listitem")).toHaveCount(5);
  await page.getByRole("button", { name: say("charts:registers.saved.open") }).click();
  await page.getByRole("button", { name: /^Sun and load/ }).click();
  await expect(shown.getByRole("listitem")).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowOf(page)).toBe(0);
  expect(complaints).toEqual([]);
});

test("nine keys lead from a year to a second, and one step back is a step back", async ({
  page,
}) => {
  await openCurves(page, YEAR_MS, ["FFFF000120"]);
  await plot(page).focus();
  let presses = 0;
  while ((await lengthOf(page)) > 1_000) {
    const before = await lengthOf(page);
    await page.keyboard.press("+");
    presses += 1;
    await expect.poll(() => lengthOf(page)).toBeLessThan(before);
    expect(presses).toBeLessThan(10);
  }
  await page.getByRole("button", { name: say("charts:registers.tools.back") }).click();
  await expect.poll(() => lengthOf(page)).toBeGreaterThan(1_000);
});

test("a monitor sees no page of all registers", async ({ page }) => {
  await signIn(page, accounts.monitor);
  await openSite(page, name);
  const { search } = new URL(page.url());
  await page.goto(`/chart/advancedcurve${search}`);
  await page.waitForURL("**/chart/history?*");
  await expect(page.getByRole("link", { name: say("charts:tabs.statecurve") })).toBeVisible();
  await expect(page.getByRole("link", { name: say("charts:tabs.advancedcurve") })).toHaveCount(0);
});
