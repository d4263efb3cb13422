import { expect, type Page, test } from "@playwright/test";
import type { Language } from "#domain/languages.ts";
import { makePlant } from "#simulator/make-plant.ts";
import { DEMO_SITES } from "../../tools/demo/sites-data.ts";
import { openLogger } from "../clean-room/logger-client.mjs";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { press, tabTo } from "../support/keyboard.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSitesOf } from "../support/spare-sites.ts";
import { speaker } from "../support/texts.ts";
import { findSmallTargets } from "../support/touch-targets.ts";

const { accounts, url } = readE2eServer();
const spares = spareSitesOf("devices");
/** Noon of a summer day, ms UTC. */
const NOON = Date.UTC(2026, 5, 21, 12);
/** Directory for pictures of the pages, for a look at them; none by default. */
const SHOTS = process.env.DEVICE_SHOTS;

const WAYS = [
  { language: "en", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { language: "ar", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
] as const satisfies { language: Language; [name: string]: unknown }[];

/** A spare site with the plant of a demo site, whose logger is connected and has sent one sample. */
async function connectPlant(index: number) {
  const [site, spare] = [DEMO_SITES[index], spares[index]];
  if (!site?.profile || spare === undefined) throw new Error("no plant or no spare site");
  const plant = makePlant({ ...site, secret: "s", profile: site.profile }, 1, NOON - 300_000);
  plant.skip(NOON);
  const { serial, secret, name } = spare;
  const { systemType, systemCode } = site;
  const options = { url, serial, secret, systemType, systemCode, waitScale: 0.05 };
  const logger = openLogger({ ...options, equipment: plant.equipment, sample: false });
  await logger.ready(20_000);
  logger.push(plant.held());
  logger.upload();
  return { logger, name, equipment: plant.equipment.length - 1 };
}

async function openDevices(page: Page, name: string): Promise<void> {
  await openSite(page, name);
  const link = page.locator('a[href^="/device"]').first();
  await page.goto((await link.getAttribute("href")) ?? "");
  await awaitAlive(page);
  // The lines are drawn once the picture is measured.
  await expect(page.locator("[data-area=converter], [data-area=output]").first()).toBeVisible();
  await expect(page.locator("svg path[data-line]").first()).toBeAttached();
}

/** Lines of the picture that begin beside all cards, px. */
function looseLines(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll("[data-node]")].map((node) =>
      node.getBoundingClientRect(),
    );
    const svg = document.querySelector("svg:has(path[data-line])");
    const frame = svg?.getBoundingClientRect();
    return [...(svg?.querySelectorAll("path[data-line]") ?? [])]
      .map((path) => path.getAttribute("d") ?? "")
      .filter((d) => {
        const [x = 0, y = 0] = d.slice(1).split(" ").map(Number.parseFloat);
        const [left, top] = [x + (frame?.left ?? 0), y + (frame?.top ?? 0)];
        return !boxes.some(
          (box) =>
            left >= box.left - 1 &&
            left <= box.right + 1 &&
            top >= box.top - 1 &&
            top <= box.bottom + 1,
        );
      });
  });
}

/** Cards of the picture that lie over another one. */
function overlappingCards(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cards = [...document.querySelectorAll("[data-node]")].map((node) => ({
      key: node.getAttribute("data-node") ?? "",
      box: node.getBoundingClientRect(),
    }));
    return cards.flatMap(({ key, box }, place) =>
      cards
        .slice(place + 1)
        .filter(
          (other) =>
            box.left < other.box.right &&
            other.box.left < box.right &&
            box.top < other.box.bottom &&
            other.box.top < box.bottom,
        )
        .map((other) => `${key} ${other.key}`),
    );
  });
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

for (const [index, { language, viewport, colorScheme }] of WAYS.entries())
  test.describe(`in ${language}, ${viewport.width} px wide, ${colorScheme}`, () => {
    test.use({
      viewport,
      colorScheme,
      extraHTTPHeaders: { "CF-Connecting-IP": `198.51.100.${190 + index}` },
    });
    const say = speaker(language);

    test(`the plants of all demo sites are drawn, each device once, within the window: ${language}`, async ({
      page,
    }) => {
      test.slow();
      const problems = watchPage(page);
      await page.context().addCookies([{ name: "tbb_language", value: language, url }]);
      await signIn(page, accountOf("devices"));
      for (const [index, { serial }] of DEMO_SITES.entries()) {
        const { logger, name, equipment } = await connectPlant(index);
        try {
          await openDevices(page, name);
          const rows = page.locator("tbody[data-device]");
          const addresses = await rows.evaluateAll((found) =>
            found.map((row) => row.getAttribute("data-device")),
          );
          expect(addresses, serial).toHaveLength(equipment);
          for (const address of addresses)
            await expect(page.locator(`[data-node="${address}"]`)).toHaveCount(1);
          expect(await overflowOf(page), serial).toBeLessThanOrEqual(0);
          await expect.poll(() => looseLines(page), serial).toEqual([]);
          expect(await overlappingCards(page), serial).toEqual([]);
          await takePicture(page, `${serial}-${language}`);
        } finally {
          logger.stop();
        }
      }
      expect(problems).toEqual([]);
    });

    test(`a device is chosen, renamed, looked up and accompanied by another one, by keyboard: ${language}`, async ({
      page,
    }) => {
      const problems = watchPage(page);
      await page.context().addCookies([{ name: "tbb_language", value: language, url }]);
      await signIn(page, accountOf("devices"));
      const { logger, name: site } = await connectPlant(0);
      await openDevices(page, site);
      expect(await findBarriers(page)).toEqual([]);

      // A card of the picture names its connections.
      const card = page.locator("[data-area=converter] button").first();
      await press(page, card);
      await expect(card).toHaveAttribute("aria-pressed", "true");
      await expect(page.getByText(say("devices:picture.connectedTo"))).toBeVisible();

      // The new name is on every page, and an empty one restores that of the logger.
      const row = page.locator("tbody[data-device]").first();
      const before = await row.locator("th bdi").first().innerText();
      await press(page, row.locator("th button"));
      const field = row.getByRole("textbox");
      await expect(field).toBeFocused();
      const renamed = `Garage ${language}`;
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type(renamed);
      await page.keyboard.press("Enter");
      await expect(row.locator("th bdi").first()).toHaveText(renamed);
      await expect(row.locator("th button")).toBeFocused();
      await expect(page.locator("[data-node] b", { hasText: renamed })).toHaveCount(1);
      await page.keyboard.press("Enter");
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.press("Delete");
      await page.keyboard.press("Enter");
      await expect(row.locator("th bdi").first()).toHaveText(before);

      // All fields of a device.
      await press(page, row.locator("[data-action] button"));
      await expect(row.locator("dl")).toContainText(say("devices:field.equipmentType"));
      expect(await findBarriers(page)).toEqual([]);

      // A tab has only the devices of its type.
      const tab = page.locator('nav a[href*="&tab=0033"], nav a[href*="&tab=008E"]').first();
      await press(page, tab);
      await expect(page).toHaveURL(/tab=/);
      const count = await tab.locator("span").innerText();
      await expect(page.locator("tbody[data-device]")).toHaveCount(Number(count));

      // Extra equipment is in the list and in the picture, until it is deleted.
      await press(page, page.locator("details summary", { hasText: say("devices:extra.add") }));
      const name = `Wallbox ${language}`;
      await tabTo(
        page,
        page.getByRole("textbox", { name: say("devices:extra.field.name"), exact: true }),
      );
      await page.keyboard.type(name);
      await press(
        page,
        page.getByRole("button", { name: say("devices:extra.addNow"), exact: true }),
      );
      const entry = page.locator("li", { has: page.locator("strong", { hasText: name }) });
      await expect(entry).toBeVisible();
      await expect(page.locator("[data-node][data-extra]", { hasText: name })).toHaveCount(1);
      await takePicture(page, `changed-${language}`);
      expect(await findBarriers(page)).toEqual([]);
      await press(
        page,
        entry.getByRole("button", { name: say("devices:extra.deleteOne", { name }) }).first(),
      );
      await press(page, entry.getByRole("button", { name: say("devices:extra.deleteNow") }));
      await expect(entry).toHaveCount(0);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(problems).toEqual([]);
      logger.stop();
    });
  });

test.describe("on a phone", () => {
  test.use({
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.192" },
  });

  test("every control of the devices is large enough for a finger", async ({ page }) => {
    await signIn(page, accountOf("devices"));
    const { logger, name } = await connectPlant(1);
    await openDevices(page, name);
    await page.locator("details summary").last().click();
    await page.locator("[data-action] button").first().click();
    expect(await findSmallTargets(page)).toEqual([]);
    logger.stop();
  });
});

test.describe("without permission", () => {
  test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.193" } });

  test("a monitor has no page of devices", async ({ page }) => {
    await signIn(page, accounts.monitor);
    await openSite(page, "Red Centre Workshop");
    await expect(page.locator('a[href^="/device"]')).toHaveCount(0);
    await page.goto(page.url().replace("/realtime", "/device"));
    await expect(page).toHaveURL(/\/sitelist/);
  });
});
