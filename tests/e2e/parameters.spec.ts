import { expect, type Locator, type Page, test } from "@playwright/test";
import type { Language } from "#domain/languages.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { speaker } from "../support/texts.ts";
import { findSmallTargets } from "../support/touch-targets.ts";

const { accounts, url } = readE2eServer();
const SITE = "Red Centre Workshop";

const WAYS = [
  { language: "en", viewport: { width: 1280, height: 900 }, colorScheme: "light", value: "22" },
  { language: "ar", viewport: { width: 390, height: 844 }, colorScheme: "dark", value: "24" },
] as const satisfies { language: Language; [name: string]: unknown }[];

/** The row of a setting by the end of its address. */
const row = (page: Page, register: string): Locator =>
  page.locator(`[data-setting$="${register}"]`).first();

async function openParameters(page: Page, language: Language): Promise<void> {
  await page.context().addCookies([{ name: "tbb_language", value: language, url }]);
  await signIn(page, accounts.owner);
  await openSite(page, SITE);
  const link = page.locator('a[href^="/param"]').first();
  await page.goto((await link.getAttribute("href")) ?? "");
  await awaitAlive(page);
}

for (const [index, { language, viewport, colorScheme, value }] of WAYS.entries())
  test.describe(`in ${language}, ${viewport.width} px wide, ${colorScheme}`, () => {
    test.use({
      viewport,
      colorScheme,
      extraHTTPHeaders: { "CF-Connecting-IP": `198.51.100.${160 + index}` },
    });
    const say = speaker(language);

    test(`a setting is changed, followed until the device has it, listed and undone: ${language}`, async ({
      page,
    }) => {
      const problems = watchPage(page);
      await openParameters(page, language);
      expect(await findBarriers(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);

      const listed = page.locator("#changes details");
      const count = await listed.count();

      // The search finds the setting by its address; a value beyond its limits names the limit.
      await page.getByLabel(say("param:search.label")).fill("0031");
      const setting = row(page, "0031");
      const field = setting.getByRole("textbox");
      const before = await field.inputValue();
      await field.fill("95");
      await expect(setting.getByRole("alert")).toContainText("90");
      const bar = page.getByRole("region", { name: say("param:bar.label") });
      await expect(bar).toContainText(say("param:bar.invalid", { count: 1 }));
      await field.fill(value);
      await expect(setting.getByRole("alert")).toBeHidden();

      // The draft survives a reload.
      page.once("dialog", (dialog) => void dialog.accept());
      await page.reload();
      await awaitAlive(page);
      await expect(row(page, "0031").getByRole("textbox")).toHaveValue(value);

      await bar.getByRole("button", { name: say("param:bar.review") }).click();
      const review = page.getByRole("dialog");
      await expect(review).toContainText(value);
      expect(await findBarriers(page)).toEqual([]);
      await review.getByLabel(say("param:review.reason")).fill(`Test ${language}`);
      await review.getByRole("button", { name: say("param:review.submit", { count: 1 }) }).click();
      await expect(review).toBeHidden();
      const progress = page.locator("[data-change]");
      await expect(progress).toHaveAttribute("data-result", "success");
      await expect(progress).toContainText(say("param:outcome.success"));
      await expect(row(page, "0031")).toContainText(value);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(await findBarriers(page)).toEqual([]);

      await expect(listed.first()).toContainText(`Test ${language}`);
      await expect(listed.first()).toContainText("Olivia Owner");

      // An undo is a change of its own, which is shown before it is sent.
      await progress.getByRole("button", { name: say("param:undo.action") }).click();
      await expect(review).toContainText(before);
      await review.getByRole("button", { name: say("param:review.submit", { count: 1 }) }).click();
      await expect(review).toBeHidden();
      await expect(listed).toHaveCount(count + 2);
      await expect(row(page, "0031").getByRole("textbox")).toHaveValue(before);
      expect(problems).toEqual([]);
    });
  });

test.describe("on a phone", () => {
  test.use({
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.162" },
  });

  test("every control of the settings is large enough for a finger", async ({ page }) => {
    await openParameters(page, "en");
    const search = page.getByLabel(speaker("en")("param:search.label"));
    for (const words of ["", "0033"]) {
      await search.fill(words);
      expect(await findSmallTargets(page), words).toEqual([]);
    }
    await row(page, "0031").getByRole("textbox").fill("23");
    expect(await findSmallTargets(page)).toEqual([]);
  });
});

test.describe("protection", () => {
  test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.163" } });
  const say = speaker("en");

  test("the owner locks all changes, which the page then does not offer, and lifts the lock", async ({
    page,
  }) => {
    const problems = watchPage(page);
    await openParameters(page, "en");
    await page.getByLabel(say("param:search.label")).fill("0031");
    await row(page, "0031").getByRole("textbox").fill("23");
    const bar = page.getByRole("region", { name: say("param:bar.label") });
    const save = page.getByRole("button", { name: say("param:locks.save") });
    await page.getByLabel(say("param:locks.lockAll")).check();
    await save.click();
    await expect(bar).toContainText(say("param:bar.locked"));
    await expect(page.getByText(say("param:state.lockedByYou"))).toBeVisible();
    await bar.getByRole("button", { name: say("param:bar.review") }).click({ force: true });
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.getByLabel(say("param:locks.lockAll")).uncheck();
    await save.click();
    await expect(bar).not.toContainText(say("param:bar.locked"));
    await bar.getByRole("button", { name: say("param:bar.discard") }).click();
    await expect(bar).toBeHidden();
    expect(problems).toEqual([]);
  });
});
