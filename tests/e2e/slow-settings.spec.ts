import { expect, test } from "@playwright/test";
import { BoxedLogger } from "../support/boxed-logger.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { openUntil, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSiteOf } from "../support/spare-sites.ts";
import { speaker } from "../support/texts.ts";
import { addPeriod, withAllSettings } from "../support/timetable-page.ts";

const { url } = readE2eServer();
const site = withAllSettings(spareSiteOf("slow-settings"));
const say = speaker("en");

/** Six settings each, all of which differ from those of an empty row. */
const PERIODS = [1, 4, 7, 10, 13].map((hour) => ({
  start: `${String(hour).padStart(2, "0")}:00`,
  end: `${String(hour + 2).padStart(2, "0")}:30`,
  days: [0, 2, 4],
  reservedSoc: String(50 + hour),
  isCharged: true,
  isOffAtSoc: true,
}));
const COUNT = 30;

/** Two seconds for each register, and the second read 90 s after the last one. */
const WITHIN = { timeout: 180_000 };

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.168" } });

test("30 settings are one change on a slow logger, which is followed to held and undone", async ({
  page,
}) => {
  const problems = watchPage(page);
  using logger = new BoxedLogger(url, site);
  await signIn(page, accountOf("slow-settings"));
  await openSite(page, site.name);
  const address = await page.locator('a[href^="/param"]').first().getAttribute("href");
  // The settings are known as soon as the logger has described and reported them.
  await openUntil(page, `${address}&section=time+control`, (options) =>
    expect(page.locator("[data-week]")).toBeVisible(options),
  );
  logger.say("device:slow:2s");
  for (const period of PERIODS) await addPeriod(page, say, period);
  const bar = page.getByRole("region", { name: say("param:bar.label") });
  await expect(bar).toContainText(`${COUNT} of`);
  await bar.getByRole("button", { name: say("param:bar.review") }).click();
  const review = page.getByRole("dialog");
  await review.getByRole("button", { name: say("param:review.submit", { count: COUNT }) }).click();
  await expect(review).toBeHidden();
  const progress = page.locator("[data-change]");
  await expect(progress).toHaveAttribute("data-result", "success", WITHIN);
  await expect(page.locator("[data-week] [data-place]").first()).toBeVisible();
  await expect(progress).toHaveAttribute("data-change", "held", WITHIN);
  await expect(progress).toContainText(say("param:outcome.held"));

  logger.say("device:normal");
  await progress.getByRole("button", { name: say("param:undo.action") }).click();
  await review.getByRole("button", { name: say("param:review.submit", { count: COUNT }) }).click();
  await expect(review).toBeHidden();
  await expect(progress).toHaveAttribute("data-result", "success");
  await expect(page.locator("[data-week] [data-place]")).toHaveCount(0);
  await expect(page.locator("#changes details")).toHaveCount(2);
  expect(problems).toEqual([]);
});
