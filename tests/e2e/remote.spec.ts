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
import { findSmallTargets } from "../support/touch-targets.ts";

const { url, firmwareKeys, minutes } = readE2eServer();
const spares = spareSitesOf("remote");

const WAYS = [
  { language: "en", viewport: { width: 1280, height: 900 }, colorScheme: "light", isPhone: false },
  { language: "ar", viewport: { width: 390, height: 844 }, colorScheme: "dark", isPhone: true },
] as const satisfies { language: Language; [name: string]: unknown }[];

/** Display brightness of the first inverter, which no other setting depends on. */
const CLEARED = "0033111004";

/** A spare site with a plant for which the demo has releases, and with all settings. */
function withReleases(site: FleetSite | undefined): FleetSite {
  const [house] = DEMO_SITES;
  if (site === undefined || house === undefined) throw new Error("the fleet has too few sites");
  return withAllSettings({ ...site, profile: house.profile });
}

/** Opens the page once the logger has described the equipment. */
async function openRemote(page: Page, language: Language, site: FleetSite): Promise<void> {
  await page.context().addCookies([{ name: "tbb_language", value: language, url }]);
  await signIn(page, accountOf("remote"));
  await openSite(page, site.name);
  const address = await page.locator('a[href^="/remote"]').first().getAttribute("href");
  await openUntil(page, address ?? "", (options) =>
    expect(page.locator("[data-component=dsp] button")).toBeEnabled(options),
  );
}

for (const [index, { language, viewport, colorScheme, isPhone }] of WAYS.entries())
  test.describe(`in ${language}, ${viewport.width} px wide, ${colorScheme}`, () => {
    test.use({
      ...{ viewport, colorScheme, isMobile: isPhone, hasTouch: isPhone },
      extraHTTPHeaders: { "CF-Connecting-IP": `198.51.100.${200 + index}` },
    });
    const say = speaker(language);

    test(`firmware is refused with the reason, then updated and followed until it has to prove itself: ${language}`, async ({
      page,
    }) => {
      const site = withReleases(spares[index]);
      const problems = watchPage(page);
      using logger = new BoxedLogger(url, site, firmwareKeys);
      await openRemote(page, language, site);
      const row = page.locator("[data-component=dsp]");
      await expect(row).toContainText("5.02");
      await expect(row).toContainText("5.03");
      expect(await findBarriers(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      if (isPhone) expect(await findSmallTargets(page)).toEqual([]);

      // The dialog states what happens and what is needed; Enter alone does not start it.
      await row.getByRole("button").click();
      const dialog = page.getByRole("alertdialog");
      await expect(dialog).toContainText(say("remote:dialog.steps.restart"));
      await expect(dialog.locator("[data-met=true]")).toHaveCount(3);
      expect(await findBarriers(page)).toEqual([]);

      // Meanwhile the logger does not support updates any more.
      logger.say("features:none");
      const notice = page.getByText(say("remote:state.unsupported"));
      await expect(notice).toBeAttached({ timeout: 30_000 });
      const submit = dialog.getByRole("button", {
        name: say("remote:dialog.submit", { version: "\u20665.03\u2069" }),
      });
      await submit.click();
      await expect(dialog.getByRole("alert")).toContainText(say("param:reason.unsupported"));
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(row.getByRole("button")).toBeDisabled();
      logger.say("features:all");
      await expect(row.getByRole("button")).toBeEnabled({ timeout: 30_000 });

      // The same release with the keyboard, from the transfer to the ten minutes of proof.
      await row.getByRole("button").focus();
      await page.keyboard.press("Enter");
      await submit.focus();
      await page.keyboard.press("Enter");
      await expect(dialog).toBeHidden();
      const progress = page.locator("[data-progress]");
      await expect(progress).toHaveAttribute("data-progress", "transferring");
      await expect(row).toHaveAttribute("data-updating", "true");
      await expect(progress).toHaveAttribute("data-progress", "restarting", { timeout: 60_000 });
      await expect(progress).toHaveAttribute("data-progress", "proof", { timeout: 60_000 });
      await expect(progress.locator("[data-step=done]")).toHaveCount(3);
      await expect(progress).toContainText(/(?:9|10):\d\d/);
      await expect(row).toContainText("5.03");
      await expect(page.locator("[data-update=open]")).toContainText("5.03");
      expect(await findBarriers(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);

      // The hidden address shows the same page.
      await page.goto(page.url().replace("/remote?", "/firmware?"));
      await expect(progress).toHaveAttribute("data-progress", "proof");
      await awaitAlive(page);

      // Commands of the logger are confirmed and followed in the dialog for remote configuration.
      await page.getByRole("button", { name: say("remote:configure") }).click();
      const configuration = page.locator("[data-dialog=configuration]");
      await expect(configuration.locator("[data-kind=logger]")).toBeVisible();
      await expect(configuration.locator("[data-kind=inverters]")).toHaveCount(0);
      expect(await findBarriers(page)).toEqual([]);
      await configuration.locator("[data-control$='1001'] button").click();
      await dialog.getByRole("button", { name: say("controls:action.setClock.button") }).click();
      await expect(dialog).toBeHidden();
      await expect(configuration.locator("[data-change]")).toHaveAttribute(
        "data-result",
        "success",
      );
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(problems).toEqual([]);
    });
  });

test.describe("in en, 1280 px wide, to the end", () => {
  test.use({ viewport: { width: 1280, height: 900 } });
  const say = speaker("en");

  test.describe("Install now", () => {
    test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.202" } });

    test("a transferred file is installed later, has priority over changes, and what it cleared is restored at once", async ({
      page,
    }) => {
      // All settings are read before the file is transferred, and again half a minute after the restart.
      const site = withReleases(spares[2]);
      const problems = watchPage(page);
      using logger = new BoxedLogger(url, site, firmwareKeys);
      // Set at the device itself, so that new firmware clears it.
      logger.say(`panel:${CLEARED}=40`);
      logger.say("device:clears");
      await openRemote(page, "en", site);
      const dialog = page.getByRole("alertdialog");
      await page.locator("[data-component=dsp] button").click();
      await dialog.getByRole("checkbox").check();
      await dialog
        .getByRole("button", {
          name: say("remote:dialog.submitOnly", { version: "\u20665.03\u2069" }),
        })
        .click();
      await expect(dialog).toBeHidden();
      const progress = page.locator("[data-progress]");
      await expect(progress).toHaveAttribute("data-progress", "waits", { timeout: 60_000 });

      // Until it is installed, the page of the settings and the review of a change state its priority.
      const remote = page.url();
      await page.goto(remote.replace("/remote?", "/param?"));
      await awaitAlive(page);
      const priority = page.locator("[data-priority=waiting]");
      await expect(priority).toContainText("priority should be given to the update");
      await page.getByLabel(say("param:search.label")).fill(CLEARED);
      const row = page.locator(`[data-setting="${CLEARED}"]`);
      await row.getByRole("textbox").fill("50");
      await page.getByRole("button", { name: say("param:bar.review") }).click();
      const review = page.getByRole("dialog");
      await expect(review.locator("[data-priority=waiting]")).toBeVisible();
      expect(await findBarriers(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: say("param:bar.discard") }).click();
      await priority.getByRole("link").click();
      await page.waitForURL("**/remote?**");

      await page.getByRole("button", { name: say("remote:progress.install") }).click();
      await expect(progress).toHaveAttribute("data-progress", /installing|restarting/);
      await expect(progress).toHaveAttribute("data-progress", "proof", { timeout: 60_000 });

      // What the new version has cleared is shown with both values, and restored by one change that is reviewed.
      const cleared = page.locator("[data-cleared]");
      const difference = cleared.locator(`[data-difference="${CLEARED}"]`);
      await expect(difference).toContainText("40", { timeout: 120_000 });
      logger.say("device:normal");
      expect(await findBarriers(page)).toEqual([]);
      await cleared.getByRole("button", { name: say("remote:cleared.restore") }).click();
      await cleared.getByRole("button", { name: say("param:snapshots.review") }).click();
      await expect(review).toContainText("40");
      await review.getByRole("button", { name: say("param:review.submit", { count: 1 }) }).click();
      await expect(review).toBeHidden();
      await expect(page.locator("[data-change]")).toHaveAttribute("data-result", "success", {
        timeout: 60_000,
      });
      await expect(cleared).toBeHidden();
      expect(problems).toEqual([]);
    });
  });

  test.describe("Update all", () => {
    test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.203" } });

    test("all equipment is updated one piece at a time by a rollout that the page leads to", async ({
      page,
    }) => {
      const site = withReleases(spares[3]);
      const problems = watchPage(page);
      using _ = new BoxedLogger(url, site, firmwareKeys);
      await openRemote(page, "en", site);
      await page.getByRole("button", { name: say("remote:update.all") }).click();
      const dialog = page.getByRole("alertdialog");
      await expect(dialog.getByRole("listitem")).toHaveCount(2);
      expect(await findBarriers(page)).toEqual([]);
      await dialog.getByRole("button", { name: say("remote:allDialog.submit") }).click();
      await expect(dialog).toBeHidden();
      const link = page.getByRole("link", { name: say("remote:state.rolloutLink") });
      await expect(link).toBeVisible();
      await expect(page.locator("[data-component=dsp] button")).toBeDisabled();

      await page.goto(page.url().replace("/remote?", "/param?"));
      // Its first update may have begun: the journeys of rollouts let minutes pass for every site.
      await expect(page.locator("[data-priority]")).toHaveAttribute(
        "data-priority",
        /^(planned|running|waiting)$/,
      );
      await page.goBack();
      await awaitAlive(page);
      expect((await fetch(`${minutes}/0`, { method: "POST" })).status).toBe(204);
      const progress = page.locator("[data-progress]");
      await expect(progress).toHaveAttribute("data-progress", "proof", { timeout: 90_000 });
      await expect(page.locator("[data-updating=true]")).toHaveCount(1);

      await link.click();
      await page.waitForURL("**/rollouts?id=*");
      await expect(page.getByRole("listitem").filter({ hasText: site.name }).first()).toContainText(
        say("rollouts:look.working"),
      );
      expect(problems).toEqual([]);
    });
  });
});
