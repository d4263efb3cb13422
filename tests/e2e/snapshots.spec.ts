import { expect, type Page, test } from "@playwright/test";
import type { Language } from "#domain/languages.ts";
import { BoxedLogger } from "../support/boxed-logger.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { openUntil, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSitesOf } from "../support/spare-sites.ts";
import { speaker } from "../support/texts.ts";
import { withAllSettings } from "../support/timetable-page.ts";

const { url } = readE2eServer();
const [site, other] = spareSitesOf("snapshots");
if (site === undefined) throw new Error("the fleet has too few spare sites");
const { name } = site;

const WAYS = [
  { language: "en", viewport: { width: 1280, height: 900 }, colorScheme: "light", value: "22" },
  { language: "ar", viewport: { width: 390, height: 844 }, colorScheme: "dark", value: "24" },
] as const satisfies { language: Language; [name: string]: unknown }[];

/** The state of charge that the battery keeps, which the search finds by its address. */
const REGISTER = "0031";

let logger: BoxedLogger | undefined;
test.beforeAll(() => {
  logger = new BoxedLogger(url, withAllSettings(site));
});
test.afterAll(() => logger?.[Symbol.dispose]());

async function openParameters(page: Page, language: Language): Promise<void> {
  await page.context().addCookies([{ name: "tbb_language", value: language, url }]);
  await signIn(page, accountOf("snapshots"));
  await openSite(page, name);
  const address = await page.locator('a[href^="/param"]').first().getAttribute("href");
  // The settings are known as soon as the logger has described and reported them.
  await openUntil(page, `${address}&search=0033`, (options) =>
    expect(page.locator("[data-setting]").first()).toBeVisible(options),
  );
}

for (const [index, { language, viewport, colorScheme, value }] of WAYS.entries())
  test.describe(`in ${language}, ${viewport.width} px wide, ${colorScheme}`, () => {
    test.use({
      viewport,
      colorScheme,
      extraHTTPHeaders: { "CF-Connecting-IP": `198.51.100.${169 + index}` },
    });
    const say = speaker(language);

    test(`a snapshot is compared with now, and restored by a change that is shown first: ${language}`, async ({
      page,
    }) => {
      const problems = watchPage(page);
      await openParameters(page, language);

      // A search finds hundreds of settings and renders those near the window.
      const search = page.getByLabel(say("param:search.label"));
      await search.fill("00331");
      const rows = page.locator("[data-setting]");
      await expect(rows.first()).toBeVisible();
      await expect.poll(() => rows.count()).toBeLessThan(60);

      await search.fill(REGISTER);
      const row = page.locator(`[data-setting$="${REGISTER}"]`).first();
      const before = await row.getByRole("textbox").inputValue();
      await row.getByRole("textbox").fill(value);
      const bar = page.getByRole("region", { name: say("param:bar.label") });
      await bar.getByRole("button", { name: say("param:bar.review") }).click();
      const review = page.getByRole("dialog");
      const submit = review.getByRole("button", {
        name: say("param:review.submit", { count: 1 }),
      });
      await submit.click();
      await expect(review).toBeHidden();
      const progress = page.locator("[data-change]");
      await expect(progress).toHaveAttribute("data-result", "success");
      await expect(row).toContainText(value);

      // The newest snapshot is that before the change, or the first one if no setting has changed since.
      const snapshots = page.locator("#snapshots");
      await snapshots.locator("> summary").click();
      const newest = snapshots.locator("ol > li").first();
      const reasons = ["before change", "first connection"].map((reason) =>
        say(`param:snapshots.reason.${reason}`),
      );
      await expect(newest).toContainText(new RegExp(reasons.join("|")));
      await newest
        .getByRole("button", { name: new RegExp(`^${say("param:snapshots.compare")}`) })
        .click();
      const difference = snapshots.locator(`[data-difference$="${REGISTER}"]`);
      await expect(difference).toContainText(before);
      await expect(difference).toContainText(value);
      expect(await findBarriers(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);

      // Another site of the user is compared, too.
      const choice = snapshots.getByLabel(say("param:snapshots.from"), { exact: true });
      await choice.selectOption({ label: other?.name ?? "" });
      await expect(snapshots.getByText(/\d/).last()).toBeVisible();

      await newest
        .getByRole("button", {
          name: new RegExp(`^${say("param:snapshots.restoreOne", { name: "" })}`),
        })
        .click();
      await expect(difference).toContainText(before);
      await snapshots.getByRole("button", { name: say("param:snapshots.review") }).click();
      await expect(review).toContainText(before);
      expect(await findBarriers(page)).toEqual([]);
      await submit.click();
      await expect(review).toBeHidden();
      await expect(snapshots.getByText(say("param:snapshots.restored"))).toBeVisible();
      await expect(row.getByRole("textbox")).toHaveValue(before);
      expect(problems).toEqual([]);
    });
  });
