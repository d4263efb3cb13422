import { expect, type Page, test } from "@playwright/test";
import type { Language } from "#domain/languages.ts";
import type { FleetSite } from "#simulator/fleet-file.ts";
import { DEMO_SITES } from "#tools/demo/sites-data.ts";
import { BoxedLogger } from "../support/boxed-logger.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, openUntil, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSitesOf } from "../support/spare-sites.ts";
import { speaker } from "../support/texts.ts";
import { withAllSettings } from "../support/timetable-page.ts";

const { url } = readE2eServer();
const spares = spareSitesOf("controls");

const WAYS = [
  { language: "en", viewport: { width: 1280, height: 900 }, colorScheme: "light", spare: 0 },
  { language: "ar", viewport: { width: 390, height: 844 }, colorScheme: "dark", spare: 1 },
] as const satisfies { language: Language; [name: string]: unknown }[];

/** A spare site with a plant in a cabinet: three inverters, four racks and a generator. */
function inCabinet(site: FleetSite | undefined): FleetSite {
  const large = DEMO_SITES.find(
    ({ profile }) => profile?.kind === "simulated" && profile.cabinet !== null,
  );
  if (site === undefined || large === undefined) throw new Error("the fleet has too few sites");
  return withAllSettings({ ...site, profile: large.profile });
}

/** Opens the parameters once the logger has described and reported the settings. */
async function openParameters(page: Page, language: Language, site: FleetSite): Promise<string> {
  await page.context().addCookies([{ name: "tbb_language", value: language, url }]);
  await signIn(page, accountOf("controls"));
  await openSite(page, site.name);
  const address = (await page.locator('a[href^="/param"]').first().getAttribute("href")) ?? "";
  await openUntil(page, `${address}&section=controls`, (options) =>
    expect(page.locator("[data-kind=logger]")).toBeVisible(options),
  );
  return address;
}

for (const [index, { language, viewport, colorScheme, spare }] of WAYS.entries())
  test.describe(`in ${language}, ${viewport.width} px wide, ${colorScheme}`, () => {
    test.use({
      viewport,
      colorScheme,
      extraHTTPHeaders: { "CF-Connecting-IP": `198.51.100.${172 + index}` },
    });
    const say = speaker(language);

    test(`special controls are confirmed, refused with the reason, and followed: ${language}`, async ({
      page,
    }) => {
      const site = inCabinet(spares[spare]);
      const problems = watchPage(page);
      using _logger = new BoxedLogger(url, site);
      await openParameters(page, language, site);
      expect(await findBarriers(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);

      // While the inverters are on, the reason and the next step are stated once for all inverters.
      const synchronization = page.locator("[data-kind=synchronization]");
      await expect(synchronization.getByText(say("controls:blocked.invertersOn"))).toHaveCount(1);
      await synchronization.getByRole("button").first().click({ force: true });
      const dialog = page.getByRole("alertdialog");
      await expect(dialog).toBeHidden();

      // A reset needs its word.
      await page.locator("[data-control$='150B'] button").first().click();
      const reset = dialog.getByRole("button", {
        name: say("controls:action.resetBattery.button"),
      });
      await expect(reset).toHaveAttribute("aria-disabled", "true");
      const word = say("controls:typed.word");
      await dialog.getByLabel(say("controls:typed.label", { word })).fill(word);
      await expect(reset).toHaveAttribute("aria-disabled", "false");
      expect(await findBarriers(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();

      // The token panel: empty, then updated.
      await page.locator("[data-control$='100A'] button").click();
      const update = dialog.getByRole("button", {
        name: say("controls:action.updateToken.button"),
      });
      await update.click();
      await expect(dialog).toContainText(say("problems:tokenRequired"));
      await dialog.getByLabel(say("controls:tokenLabel")).fill("4F2A-91C0");
      await update.click();
      await expect(dialog).toBeHidden();
      await expect(page.locator("[data-change]")).toHaveAttribute("data-result", "success");
      await expect(page.getByText(say("controls:tokenDone"))).toBeVisible();

      // The clock is set with the keyboard, and followed to the end.
      await page.locator("[data-control$='1001'] button").focus();
      await page.keyboard.press("Enter");
      await dialog.getByRole("button", { name: say("controls:action.setClock.button") }).focus();
      await page.keyboard.press("Enter");
      await expect(dialog).toBeHidden();
      const progress = page.locator("[data-change]");
      await expect(progress).toHaveAttribute("data-result", "success");
      await expect(progress).toContainText(say("parameters:name.setClock"));
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(problems).toEqual([]);
    });

    test(`the picture of the cabinet changes its settings: ${language}`, async ({ page }) => {
      const site = inCabinet(spares[spare]);
      const problems = watchPage(page);
      using _logger = new BoxedLogger(url, site);
      const address = await openParameters(page, language, site);
      await page.goto(`${address}&device=007711&section=cabinet`);
      await awaitAlive(page);
      await expect(page.locator("svg[data-door=closed]")).toBeVisible();
      expect(await findBarriers(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);

      // Cooling starts at its stop plus the difference.
      const point = (name: string) => page.locator(`[data-point=${name}] output`);
      await expect(point("coolingStart")).toContainText("30");
      const name = say("controls:cabinet.point.coolingStop");
      await page.getByRole("button", { name: say("controls:cabinet.higher", { name }) }).focus();
      await page.keyboard.press("Enter");
      await expect(point("coolingStop")).toContainText("25");
      await expect(point("coolingStart")).toContainText("31");
      const bar = page.getByRole("region", { name: say("param:bar.label") });
      await expect(bar).toBeVisible();
      await expect(page.locator('[data-setting="0077110020"]').getByRole("textbox")).toHaveValue(
        "25",
      );
      await bar.getByRole("button", { name: say("param:bar.discard") }).click();
      await expect(point("coolingStop")).toContainText("24");
      expect(problems).toEqual([]);
    });
  });
