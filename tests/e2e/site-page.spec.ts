import { gzipSync } from "node:zlib";
import { expect, type Page, test } from "@playwright/test";
import { type Logger, openLogger } from "../clean-room/logger-client.mjs";
import { readE2eServer } from "../support/e2e-server.ts";
import { overflowOf, watchPage, whenShown } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSitesOf } from "../support/spare-sites.ts";
import { patternsOf } from "../support/text-patterns.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const pattern = patternsOf("en");
const { url } = readE2eServer();
// A site of its own for each journey.
const spares = spareSitesOf("site-page");

const TICKET = "**/api/site/v2/socketTicket";
const FIRST_LOAD_KIB = 200;
const chip = (page: Page) => page.locator("[data-connection]");

let logger: Logger;
let [serial, secret, name] = ["", "", ""];

test.beforeEach(async () => {
  const site = spares.shift();
  if (site === undefined) throw new Error("the fleet has too few spare sites");
  ({ serial, secret, name } = site);
  logger = openLogger({ url, serial, secret, waitScale: 0.05 });
  await logger.ready(20_000);
});

test.afterEach(() => logger.stop());

async function openLive(page: Page): Promise<void> {
  await signIn(page, accountOf("site-page"));
  await openSite(page, name);
  await expect(chip(page)).toHaveText(say("site:connection.live"));
}

test("the page of a site causes no error in the browser's console", async ({ page }) => {
  const complaints = watchPage(page);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openLive(page);
  await page.reload();
  await expect(chip(page)).toHaveText(say("site:connection.live"));
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.locator("time").first()).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  await expect(page.locator("[data-banner]")).toBeVisible();
  await page.locator('a[href^="/chart?"]').first().click();
  await page.waitForURL("**/chart/history?*");
  await expect(page.locator("[data-banner]")).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("a missing value is a dash and never zero", async ({ page }) => {
  logger.stop();
  logger = openLogger({ url, serial, secret, sample: false });
  await logger.ready(20_000);
  await openLive(page);
  const battery = page.locator("[data-node=battery]");
  logger.push({ FFFF000130: 1234, FFFF000134: 40 });
  logger.upload();
  await expect(battery).toContainText("+1.23 kW");
  await expect(battery).toContainText(say("realtime:flow.state.battery.out"));
  logger.push({ FFFF000130: null, FFFF000134: null });
  logger.upload();
  await expect(battery).toContainText(say("realtime:flow.state.battery.unknown"));
  await expect(battery).not.toContainText("0");
});

test("battery and power source are shown in the words of the specification", async ({ page }) => {
  logger.stop();
  logger = openLogger({ url, serial, secret, sample: false });
  await logger.ready(20_000);
  await openLive(page);
  const panel = page.getByRole("region", { name: say("realtime:status.title") });
  const expectWord = async (
    register: string,
    value: string | null,
    label: string,
    word: string,
  ) => {
    logger.push({ [register]: value });
    logger.upload();
    const hasText = say(`realtime:status.${label}`);
    const row = panel.locator("dl > div").filter({ has: page.locator("dt", { hasText }) });
    await expect(row.locator("dd")).toHaveText(say(word));
  };
  for (const word of ["charge", "discharge", "idle"])
    await expectWord("FFFF000136", word, "battery", `realtime:batteryStatus.${word}`);
  await expectWord("FFFF000136", null, "battery", "realtime:batteryStatus.unknown");
  for (const word of ["battery", "grid", "solar", "inverter", "generator", "none"])
    await expectWord("FFFF000171", word, "powerSource", `realtime:powerSource.${word}`);
  for (const word of ["normal", "warning", "fault", "standby", "off"])
    await expectWord("FFFF000170", word, "site", `common:siteStatus.${word}`);
  logger.stop();
  await expect(panel).toContainText(
    say("realtime:status.powerSource") + say("realtime:powerSource.offline"),
  );
});

test("an equipment error floats over the page and lists the active errors", async ({ page }) => {
  await openLive(page);
  const message = "Fan speed below the set point";
  const event = { eventNo: 12, address: "003311", level: "warning", message };
  logger.raise(event);
  const button = page.getByRole("button", { name: say("site:errors.open_one", { count: 1 }) });
  await button.click();
  const listed = page.getByRole("dialog").getByText(message);
  await expect(listed).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(listed).toBeHidden();
  logger.clear(event);
  await expect(button).toHaveCount(0);
});

test("a search finds registers and opens what it finds", async ({ page }) => {
  await openLive(page);
  await page.getByRole("searchbox").fill("input voltage");
  await expect(page.locator("[data-address='0033110107'] dd")).toHaveText(/[\d.]+\s*V/);
  await expect(page.locator("[data-address^='FFFF']")).toHaveCount(0);
  await page.getByRole("searchbox").fill("flux capacitor");
  await expect(
    page.getByText(say("realtime:equipment.noMatch", { search: "flux capacitor" })),
  ).toBeVisible();
});

test("a lost connection shows its attempts and a countdown, and can be retried at once", async ({
  page,
}) => {
  await openLive(page);
  await page.route(TICKET, (route) => route.fulfill({ status: 503, json: { code: 503 } }));
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(chip(page)).toHaveText(
    new RegExp(
      `^${pattern("site:connection.reconnecting", { lost: say("site:connection.lost.error"), attempt: "1", seconds: /\d+/ })}$`,
    ),
  );
  await expect(
    page.getByRole("button", { name: say("realtime:control.switchOff") }),
  ).toBeDisabled();
  await expect(page.locator("[data-look=stale]")).toBeVisible();
  const lastKnown = page.getByText(
    say("common:siteStatus.lastKnown", { name: say("common:siteStatus.normal") }),
  );
  // In the header and in the panel of states.
  await expect(lastKnown).toHaveCount(2);
  await page.unroute(TICKET);
  await page.getByRole("button", { name: say("site:connection.now") }).click();
  await expect(chip(page)).toHaveText(say("site:connection.live"));
  await expect(page.locator("[data-look=current]")).toBeVisible();
  await expect(lastKnown).toHaveCount(0);
});

test("signing out in another window ends this one with a message, then at the login", async ({
  page,
}) => {
  await openLive(page);
  const other = await page.context().newPage();
  await other.goto("/sitelist");
  const ended = whenShown(page, say("site:ended.signedOut.title"));
  await other
    .getByRole("button", { name: say("common:user.logout") })
    .first()
    .click();
  await ended;
  await expect(page).toHaveURL(/\/login\?redirect=%2Frealtime/);
  await expect(page.getByText(say("login:expired"))).toBeVisible();
});

test("with reduced motion nothing moves, and arrows show the directions", async ({ page }) => {
  const moving = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter((it) => it.effect?.getTiming().iterations === Infinity)
          .length,
    );
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openLive(page);
  await expect.poll(moving).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await expect(chip(page)).toHaveText(say("site:connection.live"));
  await expect(page.locator("[data-part=arrow]").filter({ visible: true }).first()).toBeVisible();
  expect(await moving()).toBe(0);
});

test("the flows are described in words", async ({ page }) => {
  await openLive(page);
  logger.device.set({ FFFF000110: -2500 });
  await expect(page.locator("[data-node=grid]")).toContainText("−2.50 kW");
  const exporting = pattern("realtime:flow.status.out", {
    name: say("realtime:flow.name.grid"),
    state: say("realtime:flow.state.grid.out"),
    power: /2\.50.+?/,
  });
  await expect(page.getByRole("status", { name: say("realtime:flow.title") })).toContainText(
    new RegExp(exporting),
    { timeout: 20_000 },
  );
});

for (const width of [390, 1280])
  test(`the first screen answers before any script runs, and nothing moves: ${width} px`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await openLive(page);
    await page.addInitScript(() => {
      const shifts = { sum: 0 };
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { hadRecentInput, value } = entry as PerformanceEntry & {
            hadRecentInput: boolean;
            value: number;
          };
          if (!hadRecentInput) shifts.sum += value;
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.reload();
    await expect(chip(page)).toHaveText(say("site:connection.live"));
    const tree = page.getByRole("region", { name: say("realtime:equipment.title") });
    await expect(tree.getByRole("searchbox")).toBeAttached();
    const shifted = () =>
      page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
    expect(await shifted()).toBeLessThanOrEqual(0.05);
    const still = await browser.newContext({
      storageState: await page.context().storageState(),
      javaScriptEnabled: false,
      viewport: { width, height: 844 },
    });
    const bare = await still.newPage();
    await bare.goto(page.url());
    const today = bare.getByRole("region", { name: say("realtime:today.title") });
    await expect(today).toContainText(say("realtime:today.consumption"));
    await expect(today.locator("dl").first()).toBeInViewport();
    await expect(bare.locator("[data-node=load]")).toHaveText(/\d\s*k?W/);
    await expect(bare.locator("[data-node=load]")).toBeInViewport();
    await expect(bare.locator("[data-look=known]")).toBeVisible();
    await still.close();
  });

test("on a phone the whole page fits the window", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLive(page);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await expect(page.locator("[data-node=load]")).toBeInViewport();
});

for (const width of [390, 768, 1024, 1440])
  test(`the picture keeps within its card, under its title, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openLive(page);
    const card = page.getByRole("region", { name: say("realtime:flow.title") });
    const outer = await card.boundingBox();
    const title = await card.getByRole("heading").boundingBox();
    if (outer === null || title === null) throw new Error("the card is not shown");
    const nodes = await page.locator("[data-node]").all();
    expect(nodes.length).toBeGreaterThanOrEqual(3);
    for (const node of nodes) {
      const box = await node.boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(title.y + title.height);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(outer.y + outer.height);
      expect(box?.x).toBeGreaterThanOrEqual(outer.x);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(outer.x + outer.width);
    }
  });

test("the first load of a site stays within its budget", async ({ page }) => {
  const asked = page.waitForRequest(TICKET);
  await openLive(page);
  const sealed = Object.keys((await asked).postDataJSON()).toSorted();
  expect(sealed).toEqual(["datetime", "key", "kid", "payload"]);
  const live = say("site:connection.live");
  // In the page itself, because what is below the first screen is requested 1.5 s after the connection.
  await page.addInitScript((text) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector("[data-connection]")?.textContent !== text) return;
      observer.disconnect();
      performance.mark("live");
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  }, live);
  // Anew, so that nothing counts which the list of sites had loaded.
  await page.goto(page.url());
  await expect(chip(page)).toHaveText(live);
  const scripts = await page.evaluate(() => {
    const [mark] = performance.getEntriesByName("live");
    return (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ responseEnd }) => responseEnd <= (mark?.startTime ?? 0))
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith(".js"));
  });
  expect(scripts.length).toBeGreaterThan(5);
  const sizes = await Promise.all(
    scripts.map(async (path) => gzipSync(await (await page.request.get(path)).body()).length),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0) / 1024;
  expect(total).toBeLessThanOrEqual(FIRST_LOAD_KIB);
});
